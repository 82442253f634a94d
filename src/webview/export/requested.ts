import type { RequestedExport } from '../../protocol/export.ts';
import { h } from '../kit/dom.ts';
import { momentText, t } from '../kit/l10n.ts';

export function typeName(type: RequestedExport['type']): string {
  switch (type) {
    case 'transactions':
      return t('Transactions');
    case 'guestlist':
      return t('Guest list');
    case 'passkey':
      return t('Passkeys');
  }
}

export function formatName(format: RequestedExport['format']): string {
  return format === 'csv' ? 'CSV' : 'Excel (XLSX)';
}

/** What was asked for in this environment, the newest first. */
export function requestedTable(requested: readonly RequestedExport[]): HTMLElement {
  const title = h('h2', {}, t('Requested exports'));
  if (requested.length === 0) return h('div', {}, title, h('p', { className: 'hint' }, t('None yet in this environment.')));
  const head = [t('Time'), t('Event'), t('Type'), t('Format')];
  return h(
    'div',
    {},
    title,
    h(
      'table',
      {},
      h('caption', {}, t('The service does not tell how far they are; the e-mail does.')),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          head.map((text) => h('th', { scope: 'col' }, text)),
        ),
      ),
      h(
        'tbody',
        {},
        requested.map(({ at, eventLabel, type, format }) =>
          h(
            'tr',
            {},
            [momentText(at), eventLabel, typeName(type), formatName(format)].map((text) => h('td', {}, text)),
          ),
        ),
      ),
    ),
  );
}
