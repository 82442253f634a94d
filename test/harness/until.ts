/** How often is looked, in milliseconds: what comes soon is seen soon, and what takes long costs few looks. */
const shortest = 2;
const longest = 25;
/** Less than a test may take, so that a failure names what never came. */
const defaultPatience = 25_000;

/** For what tells nobody when it has happened: looks again and again until there is something, and gives it. */
export async function until<T>(what: string, look: () => Found<T> | Promise<Found<T>>, patience = defaultPatience): Promise<T> {
  const end = Date.now() + patience;
  for (let pause = shortest; ; pause = Math.min(2 * pause, longest)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`Never happened: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

type Found<T> = T | undefined | false;
