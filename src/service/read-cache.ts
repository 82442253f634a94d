// Replies to reads, kept until anything is written: by this process, or by another one with the same file.
import type { Database } from './database.ts';

const maxReplies = 1000;
const maxReply = 256 * 1024;

export class ReadCache {
  readonly #database: Database;
  readonly #replies = new Map<string, Buffer>();
  #version: unknown;

  constructor(database: Database) {
    this.#database = database;
  }

  get(key: string): Buffer | undefined {
    const version = this.#database.get('PRAGMA data_version')?.data_version;
    if (version !== this.#version) this.clear();
    this.#version = version;
    return this.#replies.get(key);
  }

  keep(key: string, reply: Buffer): void {
    if (reply.length > maxReply) return;
    if (this.#replies.size >= maxReplies) this.clear();
    this.#replies.set(key, reply);
  }

  clear(): void {
    this.#replies.clear();
  }
}
