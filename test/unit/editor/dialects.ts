// What is known of the services in these tests.
import type { Dialect } from '../../../src/client/index.ts';

/** The manners of the local service, of which `put` is left open. */
export const localDialect: Dialect = {
  amounts: { items: 'decimals', tickets: 'decimals', fees: 'decimals' },
  clock: 'America/Sao_Paulo',
  paging: { by: 'page', page: 'page', size: 'pageSize', first: 1, largest: 1000, beyond: ['2004'] },
};

/** For a record of which all is known that its writes need. */
export function neverAsked(): Promise<never> {
  return Promise.reject(new Error('There is nothing to ask.'));
}
