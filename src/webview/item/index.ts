import { checkItem } from '../../protocol/item-check.ts';
import { changedFields } from '../../protocol/item-fields.ts';
import { itemContract, type FormProblem, type ItemContract, type ItemForm, type SaveReply } from '../../protocol/item.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { failure, heading, mount, notice, saveBar } from '../kit/page.ts';
import { beginAt, draftSaver, offerDraft, onSaveKey, whileBusy } from '../kit/drafts.ts';
import { t } from '../kit/l10n.ts';
import { attributesSection } from './attributes.ts';
import { conflict } from './conflict.ts';
import { dataSection } from './data.ts';
import { changeName, problemText } from './names.ts';
import { periodsSection } from './periods.ts';
import { resultText } from './results.ts';
import { showSection, type Section } from './section.ts';
import { triggersSection } from './triggers.ts';
import { valuesSection } from './values.ts';

class ItemPage {
  readonly #channel: Channel<ItemContract>;
  readonly #init: InitOf<ItemContract>;
  readonly #news = notice();
  readonly #asked = h('div', {});
  readonly #header = h('div', {});
  readonly #data: ReturnType<typeof dataSection>;
  readonly #sections: readonly Section[];
  readonly #triggers: ReturnType<typeof triggersSection>;
  readonly #form: HTMLElement;
  readonly #bar = saveBar(
    { save: () => t('Save') },
    () => void this.#save(false, false),
    () => this.#discard(),
  );
  readonly #keeper = draftSaver(
    () => this.#changes.length > 0,
    () => this.#channel.request('keepDraft', { form: this.#typed }),
    () => this.#channel.request('dropDraft', {}),
  );
  #id: string | undefined;
  #event: string | undefined;
  #opened: ItemForm;
  #isBusy = false;
  /** What is merely empty is no problem until somebody wants to save it. */
  #wasTried = false;
  /** Whether the news are of a save that went well: they are old with the next key. */
  #isOldNews = false;

  constructor(init: InitOf<ItemContract>, channel: Channel<ItemContract>) {
    this.#init = init;
    this.#channel = channel;
    this.#id = init.id;
    this.#opened = init.opened;
    const { place, opened, shown, eventId, timeZone } = init;
    const onInput = () => this.#onInput();
    const askTax = eventId === undefined ? undefined : (price: number) => channel.request('previewTax', { price });
    this.#data = dataSection(opened, shown, onInput);
    this.#sections = [
      this.#data,
      valuesSection(opened, place.currency, askTax, onInput),
      periodsSection(opened, timeZone, onInput),
      attributesSection(opened, onInput),
    ];
    this.#triggers = triggersSection(() => channel.request('readTriggers', {}));
    this.#triggers.element.hidden = init.id === undefined;
    this.#form = h('div', {}, ...this.#sections.map(({ element }) => element), this.#triggers.element);
  }

  show(): void {
    this.#keepState();
    this.#showHeader();
    mount(this.#header, h('div', { className: 'news' }, this.#news.element), this.#asked, this.#form, this.#bar.element);
    onSaveKey(() => void this.#save(false, false));
    this.#channel.on('section', ({ section }) => showSection(section));
    if (this.#init.section) showSection(this.#init.section);
    else beginAt(this.#data, this.#channel.isBack);
    this.#offerDraft();
    this.#update();
    if (this.#id !== undefined) this.#triggers.load();
    void this.#readAround();
  }

  get #typed(): ItemForm {
    return Object.assign({}, this.#opened, ...this.#sections.map((section) => section.read())) as ItemForm;
  }

  get #changes(): string[] {
    return [...new Set(changedFields(this.#opened, this.#typed).map(changeName))];
  }

  #write(form: ItemForm): void {
    for (const section of this.#sections) section.write(form);
    this.#update();
  }

  #onInput(): void {
    if (this.#isOldNews) this.#news.clear();
    this.#isOldNews = false;
    this.#update();
    this.#keeper.soon();
  }

  /** Shows each problem at its field and counts them in the bar. */
  #update(problems: readonly FormProblem[] = this.#problems): void {
    const fields = new Map(this.#sections.flatMap((section) => [...section.fields()]));
    for (const [place, field] of fields) {
      const problem = problems.find((one) => one.field === place);
      const text = problem && problemText(problem, this.#init.timeZone);
      if (field.problem !== text) field.problem = text;
    }
    const isNew = this.#id === undefined;
    this.#bar.update({ changes: this.#changes, problems: problems.length, busy: this.#isBusy, isNew });
  }

  get #problems(): FormProblem[] {
    const all = checkItem(this.#opened, this.#typed, this.#init.timeZone);
    return this.#wasTried ? all : all.filter(({ rule }) => rule !== 'missing');
  }

  async #save(isResolved: boolean, isAgain: boolean): Promise<void> {
    const isNew = this.#id === undefined;
    if (this.#isBusy || this.#asked.hasChildNodes() || (!isNew && !isResolved && this.#changes.length === 0)) return;
    this.#wasTried = true;
    this.#update();
    if (this.#problems.length > 0 || (isNew && this.#requireName())) return this.#focusProblem();
    this.#keeper.stop();
    this.#news.clear();
    this.#isBusy = true;
    this.#update();
    const form = this.#typed;
    await whileBusy(this.#form, async () => {
      try {
        this.#take(await this.#channel.request('save', { form, isResolved, isAgain }), form, isNew);
      } catch (error) {
        const { message } = error as Error;
        // An empty one is a cancel.
        if (message !== '') this.#news.show('error', message);
        this.#keeper.soon();
      } finally {
        this.#isBusy = false;
      }
    });
    const { length } = this.#problems;
    this.#bar.update({ changes: this.#changes, problems: length, busy: false, isNew: this.#id === undefined });
  }

  /** A new item in which nothing was typed has nothing that could be wrong, but it needs a name. */
  #requireName(): boolean {
    if (this.#typed.name.trim() !== '') return false;
    this.#update([{ field: 'name', rule: 'missing' }]);
    return true;
  }

  #focusProblem(): void {
    this.#form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  #take(reply: SaveReply, form: ItemForm, isNew: boolean): void {
    switch (reply.kind) {
      case 'unchanged':
        return this.#news.show('info', t('There was nothing to save.'));
      case 'busy':
        this.#keeper.soon();
        return this.#news.show('warning', t('Another window saves this item at this moment. Try again when it is done.'));
      case 'problems':
        this.#keeper.soon();
        this.#update(reply.problems);
        this.#showStray(reply.problems);
        return this.#focusProblem();
      case 'changedElsewhere':
        this.#keeper.soon();
        return this.#askChoices(reply, form);
      case 'unknownCreation':
        this.#keeper.soon();
        return this.#askCreation(reply);
      case 'written':
        return this.#takeWritten(reply, isNew);
    }
  }

  /** A problem of something that has no field is said above the form. */
  #showStray(problems: readonly FormProblem[]): void {
    const places = new Set(this.#sections.flatMap((section) => [...section.fields()].map(([place]) => place)));
    const stray = problems.filter(({ field }) => !places.has(field));
    if (stray.length > 0)
      this.#news.show('error', stray.map((one) => `${one.field}: ${problemText(one, this.#init.timeZone)}`).join('\n'));
  }

  #takeWritten(reply: Extract<SaveReply, { kind: 'written' }>, isNew: boolean): void {
    this.#wasTried = false;
    this.#id = reply.id;
    this.#opened = reply.opened;
    this.#write(reply.form);
    const { kind, text } = resultText(reply, isNew);
    this.#news.show(kind, text);
    this.#isOldNews = kind === 'info';
    this.#keepState();
    this.#showHeader();
    if (!isNew) return;
    this.#triggers.element.hidden = false;
    this.#triggers.load();
  }

  #askChoices(reply: Extract<SaveReply, { kind: 'changedElsewhere' }>, form: ItemForm): void {
    const end = () => {
      this.#asked.replaceChildren();
      this.#form.hidden = false;
      this.#bar.element.inert = false;
    };
    const question = conflict(
      reply,
      form,
      (chosen) => {
        end();
        this.#opened = reply.theirs;
        this.#write(chosen);
        void this.#save(true, false);
      },
      end,
    );
    this.#form.hidden = true;
    this.#bar.element.inert = true;
    replaceChildren(this.#asked, question.element);
    question.focus();
  }

  #askCreation({ reason, found }: Extract<SaveReply, { kind: 'unknownCreation' }>): void {
    const open = (found ?? []).map(({ value, label }) =>
      button(t('Open {0} ({1})', label, value), () => void this.#channel.request('openFound', { id: value })),
    );
    const there =
      found === undefined
        ? t('The items of the event could not be read.')
        : found.length === 0
          ? t('The service shows no item of this name at this moment.')
          : t('The service has items of this name: look whether one of them is it.');
    const text = [t('It is not known whether the item was created.'), reason, there].filter(Boolean).join(' ');
    this.#news.show(
      'warning',
      text,
      ...open,
      button(t('Create It Again'), () => void this.#save(false, true)),
    );
  }

  /** One click too many must not cost what was typed. */
  #discard(): void {
    const typed = this.#typed;
    this.#keeper.stop();
    this.#wasTried = false;
    this.#write(this.#opened);
    void this.#channel.request('dropDraft', {});
    const undo = button(t('Undo'), () => {
      this.#news.clear();
      this.#write(typed);
      this.#keeper.soon();
      this.#data.focus();
    });
    this.#news.show('info', t('Your changes were discarded.'), undo);
    this.#isOldNews = true;
    undo.focus();
  }

  #offerDraft(): void {
    const { draft } = this.#init;
    if (!draft) return;
    const { isBack } = this.#channel;
    const restore = () => {
      void this.#channel.request('restoreDraft', {});
      this.#opened = draft.opened;
      this.#write(draft.form);
      if (isBack && !draft.isOwn) this.#news.show('info', t('What you typed before the window was reloaded is here again.'));
      if (!isBack) this.#data.focus();
    };
    const drop = () => void this.#channel.request('dropDraft', {});
    offerDraft({ at: draft.at, isBack, form: this.#form, news: this.#news, restore, drop });
  }

  /** The name of the event and the groups come when they come. */
  async #readAround(): Promise<void> {
    try {
      const { event, groups } = await this.#channel.request('readAround', {});
      this.#event = event;
      this.#data.offerGroups(groups.filter(({ value }) => value !== this.#id));
      this.#showHeader();
    } catch {
      // The form is whole without them.
    }
  }

  #showHeader(): void {
    const title = this.#id === undefined ? t('New item') : this.#opened.name === '' ? t('Item {0}', this.#id) : this.#opened.name;
    const facts = [this.#event, this.#id === undefined ? undefined : t('Item {0}', this.#id)].filter(Boolean).join(' · ');
    replaceChildren(this.#header, heading(title, this.#init.place), facts !== '' && h('p', { className: 'hint facts' }, facts));
  }

  #keepState(): void {
    const { place, eventId } = this.#init;
    const what = this.#id === undefined ? (eventId === undefined ? {} : { eventId }) : { id: this.#id };
    this.#channel.saveState({ environment: place.name, kind: 'item', ...what });
  }
}

connect(
  itemContract,
  (init, channel) => new ItemPage(init, channel).show(),
  (problem, retry) => mount(failure(problem, retry)),
);
