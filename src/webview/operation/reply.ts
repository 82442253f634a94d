import type { OperationReply } from '../../protocol/operation.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';

/** The reply as text, beside the form; a long one is cut and opens whole as a document. */
export function replyView(
  open: () => void,
  openTable: () => void,
): { readonly element: HTMLElement; show(reply: OperationReply): void } {
  const empty = h('p', { className: 'hint' }, t('The reply will stand here.'));
  const content = h('div', { attributes: { role: 'status' } }, empty);
  return {
    element: h('section', { className: 'reply' }, h('h2', {}, t('Reply')), content),
    show({ text, isWhole, isList, milliseconds }) {
      const facts = isWhole
        ? t('Answered in {0} ms.', milliseconds)
        : t('Answered in {0} ms. Only its beginning is shown.', milliseconds);
      replaceChildren(
        content,
        h(
          'p',
          { className: 'hint' },
          `${facts} `,
          button(t('Open as Document'), open, 'quiet'),
          isList && button(t('Open as Table'), openTable, 'quiet'),
        ),
        h('pre', { tabIndex: 0, attributes: { 'role': 'region', 'aria-label': t('Reply') } }, text),
      );
    },
  };
}
