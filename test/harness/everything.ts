/** Whether what multiplies runs too: each dialect by itself, each theme, each schedule. `npm run test:all` asks for it. */
export const everything = process.env.BOX_OFFICE_EVERYTHING === '1';
