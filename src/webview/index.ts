// The one script of all pages; a document names the page that it is.
import { openCodesPage } from './codes/index.ts';
import { openEnvironmentPage } from './environment/index.ts';
import { openEventPage } from './event/index.ts';
import { openExportPage } from './export/index.ts';
import { openItemPage } from './item/index.ts';
import { openOperationPage } from './operation/index.ts';
import { openPasskeyPage } from './passkey/index.ts';
import { openPasskeysPage } from './passkeys/index.ts';
import { openPlanPage } from './plan/index.ts';
import { openReportPage } from './report/index.ts';
import { openTablePage } from './table/index.ts';
import { openTaxPage } from './tax/index.ts';

/** By the name of its folder, which `PageOptions` of the editor has. */
const pages: Readonly<Record<string, () => void>> = {
  codes: openCodesPage,
  environment: openEnvironmentPage,
  event: openEventPage,
  export: openExportPage,
  item: openItemPage,
  operation: openOperationPage,
  passkey: openPasskeyPage,
  passkeys: openPasskeysPage,
  plan: openPlanPage,
  report: openReportPage,
  table: openTablePage,
  tax: openTaxPage,
};

pages[document.body.dataset.page ?? '']?.();
