// What else is told about a show: its description and its attributes.
import type { Random } from './random.ts';
import type { Category, Show } from './show.ts';
import type { Venue } from './texts.ts';

export const kinds: Record<Category, string> = {
  festivals: 'festival',
  theatre: 'play',
  concerts: 'concert',
  sports: 'match',
  courses: 'course',
  parties: 'party',
};

const lines: Record<Category, string> = {
  festivals: 'Vários palcos, feira de comidas e espaço para crianças. Entre e saia quando quiser.',
  theatre: 'Não é permitida a entrada após o início do espetáculo.\nDuração: 90 minutos, sem intervalo.',
  concerts: 'Abertura da casa uma hora antes. Menores de 16 anos só com responsável.',
  sports: 'Traga documento com foto & chegue cedo: a revista começa duas horas antes.',
  courses: 'Material incluído; turmas pequenas.\nCertificado para quem tiver 75% de presença.',
  parties: 'Proibida a entrada de bebidas. Chapelaria no local (R$ 10 por volume).',
};

export function describe({ title, category, price }: Show, { name, city }: Venue): string {
  const cost = price === 0 ? 'Entrada gratuita, sujeita à lotação.' : 'Meia-entrada conforme a lei.';
  return `${title}\n${name}, ${city}\n\n${lines[category]}\n${cost}`;
}

/** One object of snake_case keys; not every show says everything. */
export function factsOf({ category, link }: Show, organizer: string, random: Random): Record<string, unknown> {
  return {
    age_rating: random.pick(['L', '10', '12', '14', '16', '18']),
    has_parking: random.chance(0.4),
    accessibility: random.some(['rampa', 'elevador', 'libras', 'audiodescrição', 'banheiro adaptado'], random.between(0, 3)),
    organizer_name: organizer,
    organizer_site: `https://${link}.example.com/?de=ingressos&ano=1`,
    max_tickets_per_person: random.between(2, 10),
    ...(category === 'theatre' && { duration_minutes: random.between(50, 150), has_interval: random.chance(0.3) }),
    ...(category === 'sports' && { away_fans_allowed: random.chance(0.5) }),
    ...(random.chance(0.3) && { refund_until_days: random.between(1, 7) }),
  };
}
