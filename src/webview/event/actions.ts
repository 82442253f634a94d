// What can be done with an event: the main actions as buttons, the others in a menu, and its reports beside their figures.
import type { InitOf } from '../../protocol/contract.ts';
import type { EventAction, EventContract } from '../../protocol/event.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { menu } from '../kit/menu.ts';

type Init = InitOf<EventContract>;

const writes: ReadonlySet<EventAction> = new Set([
  'createItem',
  'createPasskey',
  'createPasskeys',
  'uploadCodes',
  'requestExport',
  'requestPasskeysReport',
]);

const mainActions: readonly EventAction[] = ['createItem', 'createPasskey', 'uploadCodes', 'requestExport'];

/** What changes the event, what exports it, what reads it, and where else it is. */
const menuGroups: readonly (readonly EventAction[])[] = [
  ['createPasskeys'],
  ['requestPasskeysReport'],
  ['showTickets', 'listCodes', 'showCrew', 'showAttributes', 'calculateTax'],
  ['showInTree', 'openAsJson'],
];

/** The main actions as buttons, the others in a menu. */
export function actionBar({ actions, isTrusted }: Init, run: (action: EventAction) => void, refresh: () => void): HTMLElement {
  const { element, content } = menu(t('More'));
  const make = (label: string, act: () => void, kind: 'primary' | 'secondary' | 'quiet') => {
    const closeAndAct = () => {
      element.open = false;
      act();
    };
    return button(label, closeAndAct, kind);
  };
  const actionButton = (action: EventAction, kind: 'primary' | 'secondary' | 'quiet') => {
    const made = make(actionLabel(action), () => run(action), kind);
    made.disabled = writes.has(action) && !isTrusted;
    return made;
  };
  const [first, ...others] = mainActions.filter((action) => actions.includes(action));
  const groups = menuGroups.map((group) =>
    group.filter((action) => actions.includes(action)).map((action) => actionButton(action, 'quiet')),
  );
  const filled = [...groups, [make(t('Refresh'), refresh, 'quiet')]].filter(({ length }) => length > 0);
  content.append(...filled.flatMap((group, index) => (index === 0 ? group : [h('hr'), ...group])));
  return h(
    'div',
    { className: 'actions', attributes: { 'role': 'toolbar', 'aria-label': t('Actions') } },
    first && actionButton(first, 'primary'),
    others.map((action) => actionButton(action, 'secondary')),
    element,
  );
}

/** Beside the figures that they give. */
export function reportButtons({ actions }: Init, run: (action: EventAction) => void): HTMLElement[] {
  const reports = (['showEntryReport', 'showBordero'] as const).filter((action) => actions.includes(action));
  return reports.map((action) => button(actionLabel(action), () => run(action)));
}

function actionLabel(action: EventAction): string {
  const labels: Record<EventAction, string> = {
    createItem: t('Create Item…'),
    createPasskey: t('Create Passkey…'),
    createPasskeys: t('Create Many Passkeys…'),
    uploadCodes: t('Upload Codes…'),
    requestExport: t('Request Export…'),
    requestPasskeysReport: t('Request Passkeys Report…'),
    calculateTax: t('Calculate Tax…'),
    showEntryReport: t('Entry Report'),
    showBordero: t('Bordero'),
    showTickets: t('Tickets as Table'),
    listCodes: t('List Codes…'),
    showCrew: t('Crew as Table'),
    showAttributes: t('Attributes as Table'),
    showInTree: t('Show in Tree'),
    openAsJson: t('Open as JSON'),
  };
  return labels[action];
}
