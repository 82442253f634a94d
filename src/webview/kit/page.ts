// What every page has: a heading that names the environment, a notice, and what is filled by a read of its own.
import type { Contract, InitOf, OpenedRecord, PageEnvironment, TaxShown } from '../../protocol/contract.ts';
import { askForHelp, connect, Latest, onSignIn, openRecord, Refusal, type Channel } from './channel.ts';
import { h, numberCell, replaceChildren, table } from './dom.ts';
import { button } from './fields.ts';
import { t } from './l10n.ts';
import { taxName } from './texts.ts';

/** Fills the page, or says why it cannot be filled and offers to try once more. */
export function openPage<C extends Contract>(show: (init: InitOf<C>, channel: Channel<C>) => void): void {
  let isShown = false;
  let retry: () => void = () => undefined;
  const again = repeater(() => !isShown && retry());
  const begin = (init: InitOf<C>, channel: Channel<C>) => {
    isShown = true;
    show(init, channel);
  };
  connect(begin, (problem, ask) => {
    retry = ask;
    const notice = failureNotice('error', problem.message, problem, again.buttons(problem));
    const gone = problem.why === 'notFound' && document.body.dataset.record !== undefined;
    const hint = gone
      ? h('p', { className: 'hint' }, t('It was there when its row was read: it may have been deleted since.'))
      : '';
    mount(...placeOfPage(), notice, hint);
  });
}

/** What the page is of, where nothing of it could be read. */
function placeOfPage(): Node[] {
  const { environment = '', event, eventLabel = event ?? '', record } = document.body.dataset;
  const badge = environment === '' ? [] : [environmentBadge(ownEnvironment())];
  const steps: PathStep[] = event === undefined ? [] : [{ what: 'event', id: event, label: eventLabel }];
  const own = record === undefined ? [] : [document.title];
  const path = steps.length + own.length === 0 ? [] : [pathLine(steps, ...own)];
  return [h('header', {}, h('h1', {}, record ?? document.title), ...badge), ...path];
}

function ownEnvironment(): Shown {
  const { environment = '', protected: isProtected } = document.body.dataset;
  return { label: environment, protected: isProtected !== undefined };
}

/** Whether it was opened by somebody who goes on elsewhere: it takes no focus. */
export function isPreview(): boolean {
  return document.body.dataset.preview !== undefined;
}

/** Stands beside whatever says that something is not known of the service. */
export function describeButton(): HTMLButtonElement {
  return button(t('Describe Service…'), () => askForHelp('describe'), 'quiet');
}

export function mount(...content: readonly (Node | string | undefined)[]): void {
  document.querySelector('main')?.replaceChildren(...content.filter((node) => node !== undefined));
}

/** Shows a page whose content scrolls, with what is said and done below it, which covers nothing of it. */
export function mountFrame(content: readonly (Node | string | undefined)[], ...below: readonly Node[]): void {
  document.querySelector('main')?.classList.add('frame');
  const shown = content.filter((node) => node !== undefined);
  mount(h('div', { className: 'scroll' }, h('div', { className: 'page' }, shown)), ...below);
}

/** What this is, and in which environment. */
export function heading(title: string, environment: PageEnvironment): HTMLElement {
  return h('header', {}, h('h1', {}, title), environmentBadge(environment));
}

type Shown = Pick<PageEnvironment, 'label' | 'protected'>;

export function environmentBadge(environment: Shown): HTMLElement {
  return h('span', { className: environment.protected ? 'environment protected' : 'environment' }, environmentText(environment));
}

export function environmentText({ label, protected: isProtected }: Shown): string {
  return isProtected ? t('{0} (protected)', label) : label;
}

export interface PathStep extends OpenedRecord {
  readonly label: string;
}

/** Where a page stands, from the event on: each step opens what it names. `own`: what the page itself is, which leads nowhere. */
export function pathLine(steps: readonly PathStep[], ...own: readonly string[]): HTMLElement {
  // A button by its nature: it has no address.
  const link = ({ label, ...record }: PathStep) =>
    h('li', {}, h('button', { type: 'button', attributes: { role: 'link' }, on: { click: () => openRecord(record) } }, label));
  const entries = [...steps.map(link), ...own.map((text) => h('li', { className: 'hint' }, text))];
  return h('nav', { className: 'path', attributes: { 'aria-label': t('Path') } }, h('ol', {}, entries));
}

/** The path of a page that is of an event. */
export function eventLine({ id, label }: { readonly id: string; readonly label: string }): HTMLElement {
  return pathLine([{ what: 'event', id, label }]);
}

/** One line that a screen reader says when it changes. */
export function notice() {
  const element = h('div', { className: 'notice', hidden: true, attributes: { role: 'status' } });
  const show = (kind: 'info' | 'warning' | 'error', text: string, ...actions: readonly HTMLElement[]) => {
    element.className = `notice ${kind}`;
    element.setAttribute('role', kind === 'error' ? 'alert' : 'status');
    replaceChildren(element, h('span', {}, text), ...actions);
    element.hidden = false;
  };
  const clear = () => {
    element.hidden = true;
    element.replaceChildren();
  };
  /** Says what failed; an empty message is a cancel. */
  const fail = (error: unknown) => {
    const { message } = error as Error;
    if (message !== '') show('error', message, ...helpFor(error));
  };
  /** What was asked for shows itself; what failed is said. */
  const follow = (work: Promise<unknown>, then?: () => void) => {
    clear();
    work.then(then, fail);
  };
  return { element, show, clear, fail, follow };
}

function failureNotice(
  kind: 'warning' | 'error',
  text: string,
  error: Error,
  buttons: readonly HTMLButtonElement[],
): HTMLElement {
  const attributes = { role: kind === 'error' ? 'alert' : 'status' };
  const said = h('span', {}, failureText(error, text));
  if (!needsSignIn(error)) return h('div', { className: `notice ${kind}`, attributes }, said, buttons);
  // Of several places that wait for one sign-in, the first says so and offers it.
  const short = h('p', { className: 'hint' }, t('This loads after the sign-in.'));
  return h('div', { className: 'signed-out', attributes }, h('div', { className: `notice ${kind}` }, said, buttons), short);
}

/** Also where somebody left the question for a sign-in, which says nothing. */
export function failureText(error: Error, text = error.message): string {
  if (text !== '') return text;
  const { label } = ownEnvironment();
  return needsSignIn(error) && label !== '' ? t('Sign in to {0} first.', label) : t('This was not loaded.');
}

const needsSignIn = (error: unknown) => error instanceof Refusal && error.needsSignIn;

/** What helps where another try alone does not. */
function helpFor(error: unknown): HTMLButtonElement[] {
  const why = error instanceof Refusal ? error.why : undefined;
  if (why === 'noCredential') return [button(t('Configure Environments'), () => askForHelp('configure'))];
  return why === 'forbidden' ? [button(t('Use Another Account…'), () => askForHelp('signIn'))] : [];
}

/** Loads a place again that could not be filled: by its button, and by itself once somebody has signed in where that was missing. */
export function repeater(load: (isAsked: boolean) => void) {
  let failed: Error | undefined;
  const waits = () => needsSignIn(failed);
  onSignIn(() => {
    if (waits() || helpFor(failed).length > 0) load(false);
  });
  return {
    /** Whether a sign-in is what is missing. */
    get waits() {
      return waits();
    },
    /** It is loaded, or being loaded. */
    started: () => void (failed = undefined),
    buttons(error: Error): HTMLButtonElement[] {
      failed = error;
      return [...helpFor(error), button(waits() ? t('Sign In') : t('Try Again'), () => load(true))];
    },
  };
}

export interface Loaded {
  readonly element: HTMLElement;
  /** `isAsked`: somebody asked for it and may be asked to sign in. What is shown stays until there is something in its place. */
  load(isAsked: boolean): void;
}

/**
 * A place that is filled by a read: it says while it loads, and what went wrong. `filled` hears what had the focus before; `keepsOld`: what was
 * read before stays below a failure.
 */
export function loaded(
  read: (isAsked: boolean) => Promise<readonly Node[]>,
  loading = t('Loading…'),
  failed: (message: string) => string = (message) => message,
  filled: (focused: Element | null) => void = () => undefined,
  keepsOld = false,
): Loaded {
  const element = h('div');
  const newest = new Latest();
  let isFilled = false;
  let last: readonly Node[] = [];
  const again = repeater((isAsked) => load(isAsked));
  const load = (isAsked: boolean) => {
    // Somebody may leave the question for a sign-in unanswered for long: until then the place says what is missing, and waits.
    const isQuestion = isAsked && again.waits;
    if (!isQuestion) again.started();
    if (!isFilled && !isQuestion)
      replaceChildren(element, h('p', { className: 'hint', attributes: { role: 'status' } }, loading));
    const show = (nodes: readonly Node[]) => {
      isFilled = true;
      last = nodes;
      const focused = document.activeElement;
      const wasInside = element.contains(focused);
      replaceChildren(element, nodes);
      filled(focused);
      // The button by which it was read again is gone.
      if (wasInside && document.activeElement === document.body)
        element.querySelector<HTMLElement>('[tabindex="0"], button, a')?.focus();
    };
    const fail = (message: string, error: Error) => {
      // What is gone, or not for whoever asks now, is not shown any more.
      const isGone = needsSignIn(error) || (error instanceof Refusal && error.why === 'notFound');
      isFilled = keepsOld && !isGone && last.length > 0;
      const failure = failureNotice('warning', needsSignIn(error) ? message : failed(message), error, again.buttons(error));
      const older = isFilled ? [h('p', { className: 'hint' }, t('What stands below was read before that.')), ...last] : [];
      replaceChildren(element, failure, older);
    };
    void newest.ask(read(isAsked), show, fail);
  };
  return { element, load };
}

/** What the service says of a tax, name by name. */
export function taxRows(caption: string, { rows, unshown, isUnitKnown }: TaxShown): Node[] {
  const head = (name: string) => h('th', { scope: 'row', title: name }, taxName(name));
  const notes = [
    unshown > 0 && t('Further fields of the reply that are not shown: {0}.', unshown),
    !isUnitKnown && t('In what these figures are given is not known: they are shown as the service sends them.'),
  ];
  return [
    table(
      { caption },
      rows.map(({ name, text }) => [head(name), numberCell(text)]),
    ),
    ...notes.filter((note) => note !== false).map((note) => h('p', { className: 'hint' }, note)),
  ];
}
