// The service sends no mail: it leaves each one in a folder, as a file that any mail program opens.
import { join } from 'node:path';
import type { ExportFormat, ExportType } from './exports.ts';
import { writeWhole } from './private-files.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  /** Tells this mail from others; also names its file. */
  readonly id: string | number;
}

const domain = 'box-office.invalid';
const maxLine = 76;

/** Writes the mail into the folder and gives the path of its file. */
export async function writeMail(outboxFolder: string, mail: Mail): Promise<string> {
  const path = join(outboxFolder, `mail-${plainId(mail.id)}.eml`);
  await writeWhole(path, mailText(mail));
  return path;
}

function mailText({ to, subject, text, date, id }: Mail): string {
  const headers = [
    `From: Box Office <no-reply@${domain}>`,
    `To: ${addressHeader(oneLine(to))}`,
    `Subject: ${encodedHeader(oneLine(subject))}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${plainId(id)}@${domain}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${quotedPrintable(text)}\r\n`;
}

/** A line break in a value would begin a header of the writer's choice. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function plainId(id: string | number): string {
  return String(id)
    .replace(/[^\w-]+/g, '-')
    .slice(0, 100);
}

/** Only the name before an address may be encoded, never the address. */
function addressHeader(to: string): string {
  const at = to.lastIndexOf('<');
  const [name, address] = [to.slice(0, Math.max(0, at)).trimEnd(), to.slice(at)];
  return name !== '' && /^<[^<>]+>$/.test(address) ? `${encodedHeader(name)} ${address}` : to;
}

/** RFC 2047: as it is, or in encoded words of at most 75 characters on lines of their own. */
function encodedHeader(text: string): string {
  if (/^[ -~]{0,60}$/.test(text) && !text.includes('=?')) return text;
  return chunksOfBytes(text, 45)
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`)
    .join('\r\n ');
}

/** Cuts between characters: an encoded word must be readable by itself. */
function chunksOfBytes(text: string, most: number): string[] {
  const chunks = [''];
  for (const character of text) {
    const last = chunks.length - 1;
    const longer = `${chunks[last] ?? ''}${character}`;
    if (Buffer.byteLength(longer) > most) chunks.push(character);
    else chunks[last] = longer;
  }
  return chunks;
}

/** RFC 2045: readable in an editor as long as it is plain. */
function quotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => softLines(Buffer.from(line)))
    .join('\r\n');
}

function softLines(bytes: Buffer): string {
  const lines = [''];
  for (const [index, byte] of bytes.entries()) {
    const sign = quotedByte(byte, index === bytes.length - 1);
    const last = lines.length - 1;
    const longer = `${lines[last] ?? ''}${sign}`;
    // One place is kept for the sign that the line goes on.
    if (longer.length >= maxLine) lines.push(sign);
    else lines[last] = longer;
  }
  return lines.join('=\r\n');
}

function quotedByte(byte: number, atEnd: boolean): string {
  const plain = (byte > 0x20 && byte < 0x7f && byte !== 0x3d) || (byte === 0x20 && !atEnd);
  return plain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

const listNames: Readonly<Record<ExportType, string>> = {
  guestlist: 'guest list',
  passkey: 'passkeys',
  transactions: 'transactions',
};

interface ReadyExport {
  readonly eventTitle: string;
  readonly type: ExportType;
  readonly format: ExportFormat;
  readonly link: string;
}

/** What the service writes to whoever asked for an export; the link stands on a line of its own. */
export function exportMail({ eventTitle, type, format, link }: ReadyExport): { subject: string; text: string } {
  const title = oneLine(eventTitle);
  const what = `${listNames[type]}, ${format.toUpperCase()}`;
  return {
    subject: `Your export of ${title} is ready`,
    text: `Hello,\n\nThe export of ${title} is ready (${what}). Download it here:\n\n${oneLine(link)}\n\nBox Office`,
  };
}
