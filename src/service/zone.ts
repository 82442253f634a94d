/** The zone of the service's clock: its days begin and its times are meant there. */
export const serviceZone = 'America/Sao_Paulo';
