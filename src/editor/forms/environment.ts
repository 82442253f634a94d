// The page of an environment: what is known of its service and by what evidence, what is not, and what is locked because of it.
import { join } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { probe, type CredentialForm, type Finding } from '../../client/index.ts';
import { environmentContract, dialectFields, type EnvironmentContract, type Evidence } from '../../protocol/environment.ts';
import { groups, localName, type Environment } from '../account/environments.ts';
import { replaceDialect } from '../account/learn.ts';
import { pickEvent } from '../ask/pickers.ts';
import { Drafts, PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, keyOf } from '../pages/panel.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { dialectOfFields, dialectSections, fieldsOfDialect } from './dialect-fields.ts';

const { l10n } = vscode;
const keptEvidence = v.array(v.object({ name: v.string(), value: v.optional(v.string()), text: v.string() }));

export const environmentPage: PageKind = (host, state) => {
  const draft = new PageDraft(host.drafts, keyOf(state), dialectFields);
  const history = new PageDraft(new Drafts(join(host.storage, 'evidence')), state.environment, keptEvidence);
  const connection = () => connectionOf(host, state);
  const title = l10n.t('Environment {0}', state.environment);
  return anyPage<EnvironmentContract>({
    state,
    title,
    icon: 'server-environment',
    page: 'environment',
    content: () => ({
      contract: environmentContract,
      init: async () => {
        const { environment } = connection();
        return {
          environment: environmentFor(connection()),
          facts: factsOf(environment),
          sections: dialectSections().map(({ title, parts }) => ({ title, parts })),
          saved: fieldsOfDialect(environment.dialect),
          evidence: (await history.read())?.fields ?? [],
          isEditable: environment.name !== localName,
          draft: await draft.read(),
          ...(state.eventId === undefined ? {} : { event: { id: state.eventId, label: state.eventId } }),
        };
      },
      handlers: {
        ...draft.handlers,
        chooseEvent: async () => {
          const { id, label } = await pickEvent(connection());
          return { id, label };
        },
        probe: async ({ eventId }) => {
          const asked = connection();
          const { findings, unfound } = await withDelayedProgress(l10n.t('Describe Service'), (signal) =>
            probe(
              (operation, input, stop) => asked.readAny(operation, input, { quiet: true, ...(stop ? { signal: stop } : {}) }),
              {
                eventId,
                signal,
              },
            ),
          );
          const found = findings.flatMap(evidenceOf);
          await history.keep(found);
          return { found, unfound: unfound.map(({ name, reason }) => ({ name, text: reason })) };
        },
        save: async (fields) => {
          const { environment } = connection();
          const read = dialectOfFields(environment.dialect, fields);
          if ('problems' in read) return { kind: 'problems', problems: read.problems };
          await replaceDialect(environment, read.dialect);
          await draft.clear(fields);
          return { kind: 'saved', saved: fieldsOfDialect(connection().environment.dialect) };
        },
        configure: async () => {
          await vscode.commands.executeCommand('boxOffice.configureEnvironments', state.environment);
        },
      },
    }),
  });
};

/** Each field that a finding fills in, with what showed it. */
function evidenceOf({ name, part, evidence }: Finding): Evidence[] {
  const values = Object.entries(fieldsOfDialect(part));
  return values.length === 0
    ? [{ name, text: evidence }]
    : values.map(([field, value]) => ({ name: field, value, text: evidence }));
}

function factsOf(environment: Environment): { name: string; text: string }[] {
  const names = { event: l10n.t('Event group'), ticket: l10n.t('Ticket group') };
  const urls = { event: environment.eventUrl, ticket: environment.ticketUrl };
  return groups.map((group) => ({
    name: names[group],
    text: `${urls[group]} · ${credentialText(environment.dialect.token?.[group] ?? (group === 'ticket' ? 'bearer' : 'nothing'))}`,
  }));
}

function credentialText(form: CredentialForm): string {
  if (form === 'nothing') return l10n.t('no credential');
  if (form === 'bearer') return l10n.t('the token as Authorization: Bearer');
  if (!('header' in form || 'query' in form)) return l10n.t('query parameters: {0}', form.join(', '));
  const what = form.own ? l10n.t('a key of its own') : l10n.t('the token');
  return 'header' in form ? l10n.t('{0} as {1}', what, form.header) : l10n.t('{0} as the query parameter {1}', what, form.query);
}
