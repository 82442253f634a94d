// A plain stand-in for VS Code's native log writer, with the calls that VS Code makes: lines appended to the file it names.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const names = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  #file;
  #level = 2;
  #raw = false;

  constructor(_kind, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  #write(level, message) {
    if (level < this.#level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.#file, this.#raw ? message : `${time} [${names[level]}] ${message}\n`);
    } catch {
      // The folder was removed while the host was ending.
    }
  }

  trace(message) {
    this.#write(0, message);
  }
  debug(message) {
    this.#write(1, message);
  }
  info(message) {
    this.#write(2, message);
  }
  warn(message) {
    this.#write(3, message);
  }
  error(message) {
    this.#write(4, message);
  }
  critical(message) {
    this.#write(5, message);
  }
  getLevel() {
    return this.#level;
  }
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.#raw = true;
  }
  flush() {}
  drop() {}
}

const create = (kind) => async (name, file) => new Logger(kind, name, file);

// One assignment a name: VS Code imports this file as an ES module, and only such names are found there.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create('rotating');
exports.createAsyncRotatingLogger = create('rotating_async');
