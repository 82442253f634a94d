// What can be done with an event: the main actions as buttons, the others in a menu, and its reports beside their figures.
import type { InitOf } from '../../protocol/contract.ts';
import type { EventAction, EventContract, RowAction } from '../../protocol/event.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { menu } from '../kit/menu.ts';

type Init = InitOf<EventContract>;

type Action = EventAction | RowAction;

const writes: ReadonlySet<Action> = new Set<Action>([
  ...(['createItem', 'createPasskey', 'createPasskeys', 'uploadCodes', 'deleteEventCodes'] as const),
  ...(['exportGuestList', 'requestExport', 'requestPasskeysReport'] as const),
  ...(['editItem', 'editValues', 'editSalePeriods', 'editAttributes', 'showTriggers', 'removeItem'] as const),
  ...(['editPasskey', 'associatePasskey', 'deletePasskey'] as const),
]);

export const mayWrite = (action: Action) => writes.has(action);

const mainActions: readonly EventAction[] = ['createItem', 'createPasskey', 'uploadCodes', 'requestExport'];

/** Its passkeys, its codes, what exports it, what reads it, and where else it is. */
const menuGroups: readonly (readonly EventAction[])[] = [
  ['findPasskey', 'createPasskeys'],
  ['findCode', 'listCodes', 'compareCodes', 'saveCodes'],
  ['exportGuestList', 'requestPasskeysReport'],
  ['showTickets', 'showCrew', 'showAttributes', 'calculateTax'],
  ['copyId', 'copyLink', 'copyAsCurl'],
  ['showInTree', 'openAsJson'],
  ['deleteEventCodes'],
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
    made.disabled = mayWrite(action) && !isTrusted;
    return made;
  };
  const [first, ...others] = mainActions.filter((action) => actions.includes(action));
  const groups = menuGroups.map((group) =>
    group.filter((action) => actions.includes(action)).map((action) => actionButton(action, 'quiet')),
  );
  // What deletes comes last.
  groups.splice(-1, 0, [make(t('Refresh'), refresh, 'quiet')]);
  const filled = groups.filter(({ length }) => length > 0);
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

export function actionLabel(action: Action): string {
  const labels: Record<Action, string> = {
    createItem: t('Create Item…'),
    createPasskey: t('Create Passkey…'),
    createPasskeys: t('Create Many Passkeys…'),
    uploadCodes: t('Upload Codes…'),
    compareCodes: t('Compare File with Event…'),
    findCode: t('Find Code…'),
    saveCodes: t('Save Codes…'),
    deleteEventCodes: t('Delete Codes of Event…'),
    findPasskey: t('Find Passkey…'),
    exportGuestList: t('Export Guest List'),
    requestExport: t('Request Export…'),
    requestPasskeysReport: t('Request Passkeys Report…'),
    calculateTax: t('Calculate Tax…'),
    showEntryReport: t('Entry Report'),
    showBordero: t('Bordero'),
    showTickets: t('Tickets as Table'),
    listCodes: t('List Codes…'),
    showCrew: t('Crew as Table'),
    showAttributes: t('Attributes as Table'),
    editItem: t('Edit Item…'),
    editValues: t('Edit Values…'),
    editSalePeriods: t('Edit Sale Periods…'),
    editAttributes: t('Edit Attributes…'),
    showTriggers: t('Show Triggers…'),
    removeItem: t('Delete Item…'),
    editPasskey: t('Edit Passkey…'),
    associatePasskey: t('Choose Items of Passkey…'),
    deletePasskey: t('Delete Passkey…'),
    copyId: t('Copy ID'),
    copyLink: t('Copy Link'),
    copyAsCurl: t('Copy as cURL…'),
    showInTree: t('Show in Tree'),
    openAsJson: t('Open as JSON'),
  };
  return labels[action];
}
