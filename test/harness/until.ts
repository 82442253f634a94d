/** How often and how long is looked, in milliseconds: less than a test may take, so that a failure names what never came. */
const pause = 25;
const defaultPatience = 25_000;

/** For what tells nobody when it has happened: looks again and again until there is something, and gives it. */
export async function until<T>(what: string, look: () => Found<T> | Promise<Found<T>>, patience = defaultPatience): Promise<T> {
  for (const end = Date.now() + patience; ; await new Promise((resolve) => setTimeout(resolve, pause))) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`Never happened: ${what}.`);
  }
}

type Found<T> = T | undefined | false;
