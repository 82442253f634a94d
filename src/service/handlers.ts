// Which function answers which operation. The compiler refuses a row of the table that nobody answers.
import type { Readable } from 'node:stream';
import type { OperationId } from '../client/index.ts';
import * as codes from './codes.ts';
import * as events from './events.ts';
import * as itemParts from './item-parts.ts';
import * as items from './items.ts';
import * as passkeys from './passkeys.ts';
import { requestExport, type ExportQueue } from './export-queue.ts';
import type { ServiceRequest } from './requests.ts';

interface HandlerServices {
  readonly exports: ExportQueue;
  /** The uploaded file, for an operation that takes one. */
  readonly file: Readable | undefined;
}

type Handler = (request: ServiceRequest, services: HandlerServices) => unknown;

export const handlers: Record<OperationId, Handler> = {
  identifyEvent: events.identifyEvent,
  getEvent: events.getEvent,
  getEventTickets: events.getEventTickets,
  getSessionTickets: events.getSessionTickets,
  getEventCrew: events.getEventCrew,
  getEventAttributes: events.getEventAttributes,
  getFeatured: events.getFeatured,
  getHomeSections: events.getHomeSections,
  getHomeCover: events.getHomeCover,
  searchCategory: events.searchCategory,
  requestExport,
  requestPasskeysReport: requestExport,
  getEntryReport: events.getEntryReport,
  getBordero: events.getBordero,
  getHome: events.getHomeSections,
  listTypes: items.listTypes,
  listItems: items.listItems,
  getItem: items.getItem,
  createItem: items.createItem,
  updateItem: items.updateItem,
  removeItem: items.removeItem,
  createAttribute: itemParts.createAttribute,
  updateAttribute: itemParts.updateAttribute,
  createSalePeriod: itemParts.createSalePeriod,
  updateSalePeriod: itemParts.updateSalePeriod,
  createValues: itemParts.createValues,
  updateValues: itemParts.updateValues,
  listTriggers: items.listTriggers,
  calculateTax: items.calculateTax,
  listPasskeys: passkeys.listPasskeys,
  getPasskey: passkeys.getPasskey,
  createPasskey: passkeys.createPasskey,
  updatePasskey: passkeys.updatePasskey,
  deletePasskey: passkeys.deletePasskey,
  setPasskeyItems: passkeys.setPasskeyItems,
  createPasskeys: passkeys.createPasskeys,
  uploadCodes: (request, { file }) => codes.uploadCodes(request, file as Readable),
  listCodes: codes.listCodes,
  deleteEventCodes: codes.deleteEventCodes,
  deleteCode: codes.deleteCode,
};
