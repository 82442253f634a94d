// The words that the sample data is made of: people, places, organizers.
import type { Random } from './random.ts';

const firstNames = `Ana Antônia Aparecida Beatriz Bruna Caio Camila Carlos Cauã Cecília César Clara Conceição Davi Débora Eduardo
  Elisa Émerson Fábio Fernanda Flávia Francisco Gabriel Giovanna Gustavo Heitor Helena Inês Isabela Ítalo Jéssica João Joaquim José
  Júlia Juliana Larissa Laura Letícia Luan Lucas Luísa Luiz Manuela Marcelo Márcia Maria Mariana Mateus Matheus Miguel Moacir Natália
  Nicolas Otávio Paula Paulo Pedro Rafael Raimunda Raquel Renata Ricardo Rita Rodrigo Rosângela Samuel Sebastião Sofia Sônia Tânia
  Thaís Thiago Úrsula Valentina Vinícius Vitória Wesley Yara Yasmin Zélia`.split(/\s+/);

const surnames =
  `Almeida Alves Andrade Araújo Assunção Azevedo Barbosa Barros Batista Borges Brandão Camargo Cardoso Carvalho Castro
  Cavalcanti Conceição Correia Costa Cunha D'Ávila Dias Duarte Esteves Farias Fernandes Ferreira Figueiredo Fonseca Freitas Furtado
  Garcia Gomes Gonçalves Guimarães Hoffmann Kobayashi Leão Lima Lopes Macêdo Magalhães Marques Martins Medeiros Melo Mendonça Moraes
  Moreira Nakamura Nascimento Neves Nogueira Nunes Oliveira Pereira Pinto Queiroz Ramos Rezende Ribeiro Rocha Rodrigues Sampaio
  Sant'Anna Santos Silva Siqueira Soares Souza Tavares Teixeira Vasconcelos Vieira Xavier`.split(/\s+/);

interface Person {
  readonly name: string;
  readonly email: string;
}

function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

const folded = new Map([...firstNames, ...surnames].map((name) => [name, fold(name)]));

/** Somebody who does not exist, with an address that nobody can have. */
export function somebody(random: Random): Person {
  const first = random.pick(firstNames);
  const last = random.pick(surnames);
  const middle = random.chance(0.35) ? ` ${random.pick(surnames)}` : '';
  const number = random.chance(0.4) ? random.between(1, 99) : '';
  const domain = random.chance(0.7) ? 'example.com' : 'example.org';
  return {
    name: `${first}${middle} ${last}`,
    email: `${folded.get(first) ?? first}.${folded.get(last) ?? last}${number}@${domain}`,
  };
}

export const roles = [
  'Produção',
  'Bilheteria',
  'Portaria',
  'Financeiro',
  'Divulgação',
  'Coordenação',
  'Credenciamento',
  'Som e luz',
];

export const passkeyNames = ['IMPRENSA', 'CORTESIA', 'PARCEIROS', 'ELENCO', 'AMIGOS10', 'SÓCIOS', 'PROFESSORES', 'VIZINHOS'];

export const organizers = [
  'Ipê Amarelo Produções',
  'Coletivo Maré Alta',
  'Casa de Cultura Jatobá',
  'Sabiá Eventos Ltda.',
  'Liga Paulistana de Várzea',
  'Companhia do Riso & Filhos',
  'Escola Livre de Ofícios',
  'Núcleo Oriente-Ocidente',
];

export interface Venue {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
}

function venue(name: string, street: string, where: string, latitude: number, longitude: number, zone = 'Sao_Paulo'): Venue {
  const [city = '', state = '', country = 'Brasil'] = where.split(', ');
  return { name, street, city, state, country, latitude, longitude, timezone: zone.includes('/') ? zone : `America/${zone}` };
}

export const venues = {
  park: venue('Parque das Águas', 'Av. das Figueiras, 1200', 'São Paulo, SP', -23.5874, -46.6576),
  arena: venue('Arena Jacarandá', 'Rua do Estádio, 77', 'São Paulo, SP', -23.5453, -46.4742),
  loft: venue('Galpão 27', 'Rua da Mooca, 2700 – fundos', 'São Paulo, SP', -23.5571, -46.5992),
  school: venue('Escola Livre de Ofícios', 'Rua Augusta, 1508, sala 3', 'São Paulo, SP', -23.5558, -46.6605),
  stage: venue('Teatro Ipê', 'Praça Roosevelt, 210', 'São Paulo, SP', -23.5484, -46.6467),
  campinas: venue('Centro de Convivência', 'Praça Imprensa Fluminense, s/n', 'Campinas, SP', -22.9056, -47.0526),
  beach: venue('Praia do Farol', 'Av. Atlântica, 3264', 'Rio de Janeiro, RJ', -22.9769, -43.1867),
  vault: venue("Casa d'Água", 'Rua do Lavradio, 20', 'Rio de Janeiro, RJ', -22.9098, -43.1829),
  niteroi: venue('Caminho do Mar', 'Rua Visconde do Rio Branco, 55', 'Niterói, RJ', -22.8944, -43.1226),
  mineira: venue('Teatro das Gerais', 'Rua da Bahia, 1149', 'Belo Horizonte, MG', -19.9246, -43.9359),
  ouro: venue('Largo do Rosário', 'Rua Direita, 9', 'Ouro Preto, MG', -20.3856, -43.5035),
  bahia: venue('Terreiro de São Bento', 'Ladeira da Preguiça, 14', 'Salvador, BA', -12.9774, -38.5124, 'Bahia'),
  recife: venue('Cais do Sertão', 'Av. Alfredo Lisboa, s/n', 'Recife, PE', -8.0594, -34.8711, 'Recife'),
  ceara: venue('Ginásio Jangada', 'Av. da Universidade, 2932', 'Fortaleza, CE', -3.7439, -38.5367, 'Fortaleza'),
  south: venue('Auditório Araucária', 'Rua XV de Novembro, 971', 'Curitiba, PR', -25.4296, -49.2671),
  gaucha: venue('Usina do Guaíba', 'Av. Pres. João Goulart, 551', 'Porto Alegre, RS', -30.0343, -51.2413),
  floripa: venue('Lagoa Clube', 'Rua das Rendeiras, 480', 'Florianópolis, SC', -27.6046, -48.4603),
  capital: venue('Espaço Cerrado', 'SCN Quadra 5, Bloco A', 'Brasília, DF', -15.7869, -47.8864),
  amazon: venue('Largo da Seringueira', 'Rua 10 de Julho, 300', 'Manaus, AM', -3.1303, -60.0234, 'Manaus'),
  acre: venue('Tentâmen do Acre', 'Rua 24 de Janeiro, 45', 'Rio Branco, AC', -9.9747, -67.8076, 'Rio_Branco'),
  lisbon: venue('Armazém do Tejo', 'Rua da Cozinha Económica, 11', 'Lisboa, LX, Portugal', 38.7036, -9.1787, 'Europe/Lisbon'),
} as const;
