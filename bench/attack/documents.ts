/** Operations as somebody sends them who means harm: what was too much for the server once, and the most that it lets through. */
const times = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');

const period = 'from: "2024-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z"';
const report = (first: number) =>
  `report(name: "usage", input: { ${period}, groupBy: [entrance, date], metrics: [event_count, total_litres], first: ${first} }) { rows labels { value text } }`;

export const attacks: readonly { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> }[] = [
  // Refused.
  {
    query: `query ($n: Int = 200) { entrances(first: $n) { ...f } } fragment f on EntranceConnection { nodes { towerBlock { entrances(first: $n) { ...g } } } } fragment g on EntranceConnection { nodes { id addrSc } }`,
  },
  {
    query: `{ ...f0 } ${times(25, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f25 on Query { viewer { id } }`,
  },
  { query: `{ viewer { ${times(1_900, () => 'name')} } }` },
  { query: `{ entrances(filter: ${'['.repeat(2_900)}` },
  { query: `{ ${times(900, (i) => `nothing${i}`)} }` },
  { query: `{ __schema { types { name fields { name args { name type { name fields { name } } } } } } }` },
  // Let through: as much as there may be of one thing.
  { query: `{ __schema { types { name fields { name args { name type { name } } } } } }` },
  {
    query: `{ ${times(4, (i) => `a${i}: entrances(first: 200) { nodes { id rowId addrSc label towerBlock { id label } } }`)} }`,
  },
  {
    query: `{ entrances(first: 100) { nodes { id label towerBlock { label entrances(first: 10) { nodes { id addrSc label } } } } } }`,
  },
  { query: `{ ${times(30, (i) => `a${i}: apartments(first: 1, filter: { q: "${i}" }) { totalCount }`)} }` },
  { query: `{ ${times(30, (i) => `a${i}: cardEvents(first: 1) { totalCount nodes { id } }`)} }` },
  { query: `{ ${times(20, (i) => `a${i}: search(text: "str ${i}") { id label }`)} }` },
  { query: `{ ${times(3, (i) => `a${i}: ${report(5_000)}`)} }` },
  {
    query: `{ apartments(first: 200) { nodes { id label entrance { label towerBlock { label org { name } } } } totalCount } }`,
  },
];
