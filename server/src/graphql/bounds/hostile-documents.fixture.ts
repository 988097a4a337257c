/** An operation as somebody might send it who means harm. */
export interface Hostile {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const times = (count: number, part: string | ((index: number) => string), by = ' ') =>
  Array.from({ length: count }, (_, index) => (typeof part === 'string' ? part : part(index))).join(by);

const nested = (open: string, inner: string, close: string, depth: number) =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Fragments of which each spreads the next so many times: 2²⁵ fields in a few lines. */
const bomb = (levels: number, spreads: number) =>
  `{ ...f0 } ${times(levels, (i) => `fragment f${i} on Query { ${times(spreads, `...f${i + 1}`)} }`)} fragment f${levels} on Query { viewer { id } }`;

/** Lists that hold lists, by way of records that hold each other. */
const lists = (depth: number, page: string) =>
  nested(`entrances${page} { nodes { towerBlock { `, 'id', ' } } }', depth);

const list = (page: string, inner: string) => `entrances${page} { nodes { ${inner} } }`;
const report = (first: number) =>
  `report(name: "usage", input: { from: "2024-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z", groupBy: [entrance], metrics: [event_count], first: ${first} }) { rows labels { value text } }`;

const sameName = (count: number) => `{ viewer { ${times(count, 'name')} } }`;

const query = (text: string, variables?: Hostile['variables']): Hostile => ({
  query: text,
  ...(variables && { variables }),
});

/** What must be refused, by what it tries. */
export const hostileDocuments: Readonly<Record<string, Hostile>> = {
  // Deep
  'forty levels of fields': query(`{ towerBlock(id: "x") ${nested('{ org ', '{ id }', ' }', 40)} }`),
  'a thousand levels of fields': query(nested('{ a ', '', '}', 1_000)),
  'seven thousand open braces': query('{'.repeat(7_000)),
  '2,900 open brackets': query(`{ entrances(filter: ${'['.repeat(2_900)}`),
  '2,900 brackets, closed': query(`{ entrances(filter: ${nested('[', '', ']', 2_900)}) { nodes { id } } }`),
  'objects in objects': query(`{ entrances(filter: ${nested('{ a: ', '1', ' }', 2_000)}) { nodes { id } } }`),
  'a type of lists of lists': query(`query ($x: ${nested('[', 'Int', ']', 2_900)}) { viewer { id } }`),
  'inline fragments in inline fragments': query(`{ ${nested('... { ', 'viewer { id }', ' }', 1_000)} }`),
  'inline fragments on types in each other': query(`{ ${nested('... on Query { ', 'viewer { id }', ' }', 59)} `),
  'a chain of a thousand fragments': query(
    `{ ...f0 } ${times(999, (i) => `fragment f${i} on Query { ...f${i + 1} }`)} fragment f999 on Query { viewer { id } }`,
  ),
  'deep by a chain of fragments': query(
    `{ entrance(id: "x") { ...f0 } } ${times(30, (i) => `fragment f${i} on ${i % 2 ? 'TowerBlock' : 'Entrance'} { ${i % 2 ? 'org { id }' : `towerBlock { ...f${i + 1} }`} }`)} fragment f30 on Entrance { id }`,
  ),
  'variables that go deep': query('query ($f: EntranceFilter) { entrances(filter: $f) { totalCount } }', {
    f: JSON.parse(nested('[', '', ']', 1_500)),
  }),
  'objects in variables that go deep': query('query ($f: EntranceFilter) { entrances(filter: $f) { totalCount } }', {
    f: JSON.parse(nested('{"a":', '1', '}', 1_500)),
  }),
  // Wide
  'forty things at once': query(`{ ${times(40, (i) => `a${i}: viewer { id }`)} }`),
  'five thousand aliases': query(`{ ${times(5_000, (i) => `a${i}: __typename`)} }`),
  'a thousand aliases in a record': query(
    `{ viewer { ${times(1_900, (i) => `a${i}: name`)} ${times(1_900, 'name')} } }`,
  ),
  'aliases in a page': query(
    `{ ${list(
      '(first: 200)',
      times(150, (i) => `a${i}: addrSc`),
    )} }`,
  ),
  'thirty pages': query(`{ ${times(30, (i) => `a${i}: ${list('(first: 200)', 'id addrSc label org { id name }')}`)} }`),
  'thirty reports': query(`{ ${times(30, (i) => `a${i}: ${report(10_000)}`)} }`),
  'forty counts': query(`{ ${times(40, (i) => `a${i}: entrances(first: 1) { totalCount }`)} }`),
  'aliases by a fragment': query(
    `{ ...f ...g } fragment f on Query { ${times(20, (i) => `a${i}: viewer { id }`)} } fragment g on Query { ${times(20, (i) => `b${i}: viewer { id }`)} }`,
  ),
  'a thousand operations': query(times(1_000, (i) => `query q${i} { viewer { id } }`)),
  'a thousand variables': query(`query (${times(1_000, (i) => `$v${i}: Int`)}) { viewer { id } }`),
  'a thousand directives': query(`{ viewer { id ${times(1_000, '@include(if: true)')} } }`),
  'a thousand directives nobody knows': query(`{ viewer { id ${times(1_000, (i) => `@d${i}`)} } }`),
  'directives on every field': query(`{ viewer { ${times(400, (i) => `a${i}: name @skip(if: false)`)} } }`),
  'a thousand arguments': query(`{ entrances(${times(1_000, (i) => `a${i}: 1`)}) { totalCount } }`),
  'a thousand fields nobody knows': query(`{ ${times(1_000, (i) => `nothing${i}`)} }`),
  'twenty fields nobody knows, thousands of times': query(`{ viewer { ${times(2_900, (i) => `nam${i % 900}`)} } }`),
  // Lists
  'lists in lists': query(`{ ${lists(2, '(first: 200)')} }`),
  'lists in lists, of the usual size': query(`{ ${lists(4, '')} }`),
  'lists in lists, from the end': query(`{ ${lists(2, '(last: 200)')} }`),
  'lists in lists, by edges': query(
    '{ entrances(first: 200) { edges { node { towerBlock { entrances(first: 200) { edges { cursor } } } } } } }',
  ),
  'a list whose nodes stand in a fragment': query(
    `{ entrances(first: 200) { ...f } } fragment f on EntranceConnection { nodes { towerBlock { entrances(first: 200) { ...g } } } } fragment g on EntranceConnection { nodes { id addrSc } }`,
  ),
  'a list whose nodes stand in an inline fragment': query(
    `{ entrances(first: 200) { ... on EntranceConnection { nodes { towerBlock { entrances(first: 200) { ... { nodes { id addrSc } } } } } } } }`,
  ),
  'a page in both ways': query(`{ ${list('(first: 1, last: 200)', list('(last: 200, first: 1)', 'id addrSc'))} }`),
  'pages by the default of a variable': query(`query ($n: Int = 200) { ${lists(2, '(first: $n)')} }`),
  'pages by the default of a variable, with nodes in fragments': query(
    `query ($n: Int! = 200) { entrances(first: $n) { ...f } } fragment f on EntranceConnection { nodes { towerBlock { entrances(first: $n) { nodes { id } } } } }`,
  ),
  'pages by a variable': query(`query ($n: Int) { ${lists(2, '(first: $n)')} }`, { n: 200 }),
  'pages by a variable of which the default is small': query(`query ($n: Int = 1) { ${lists(2, '(first: $n)')} }`, {
    n: 200,
  }),
  'a page of a million': query(`{ ${list('(first: 1000000)', 'id')} }`),
  'a page of 2³¹': query(`query ($n: Int) { ${list('(first: $n)', 'id')} }`, { n: 2_147_483_647 }),
  'a page of 10³⁰⁸': query(`query ($n: Int) { ${list('(first: $n)', 'id')} }`, { n: 1e308 }),
  'lists without pages in lists': query(
    `{ cards(first: 200) { nodes { apartmentCards { apartment { apartmentCards { card { apartmentCards { id } } } } } } } }`,
  ),
  'lists without pages in each other': query(
    `{ card(id: "x") ${nested('{ apartmentCards { apartment { apartmentCards { card ', '{ id }', ' } } } }', 3)} }`,
  ),
  'groups of groups without pages': query(
    `{ containerGroups(first: 200) { nodes { accessGroups { containerGroups(first: 200) { nodes { id } } } } } }`,
  ),
  'every place on the map, many times': query(
    `{ ${times(10, (i) => `a${i}: containerStatusPoints { id level lat lng }`)} }`,
  ),
  'reports by a variable in an object': query(
    `query ($n: Int = 10000) { ${times(8, (i) => `a${i}: ${report(1).replace('first: 1', 'first: $n')}`)} }`,
  ),
  'reports by an object in a variable': query(
    `query ($i: ReportInput!) { ${times(8, (i) => `a${i}: report(name: "usage", input: $i) { rows labels { value text } }`)} }`,
    {
      i: {
        from: '2024-01-01T00:00:00Z',
        to: '2027-01-01T00:00:00Z',
        groupBy: ['entrance'],
        metrics: ['event_count'],
        first: 10_000,
      },
    },
  ),
  'reports by the default of an object': query(
    `query ($i: ReportInput = { from: "2024-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z", groupBy: [entrance], metrics: [event_count], first: 10000 }) { ${times(8, (i) => `a${i}: report(name: "usage", input: $i) { rows labels { value text } }`)} }`,
  ),
  // Fragments
  'a bomb of fragments': query(bomb(25, 2)),
  'a bomb of fragments, wide': query(bomb(8, 20)),
  'a bomb of many fragments': query(bomb(300, 5)),
  'a bomb of pages': query(
    `{ ...f0 } ${times(12, (i) => `fragment f${i} on Query { a: entrances(first: 200) { nodes { id } } ...f${i + 1} ...f${i + 1} }`)} fragment f12 on Query { viewer { id } }`,
  ),
  'a fragment in itself': query('{ ...f } fragment f on Query { viewer { id } ...f }'),
  'fragments in each other': query('{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }'),
  'thousands of spreads': query(`{ ${times(1_900, '...f')} } fragment f on Query { viewer { id } }`),
  'fragments that are nobody’s': query(`{ viewer { id } } ${times(900, (i) => `fragment f${i} on Viewer { id }`)}`),
  // Overlapping fields
  'one field, thousands of times': query(sameName(5_900)),
  'one field, hundreds of times, with arguments': query(
    `{ ${times(300, (i) => `a: entrances(first: ${i}) { totalCount }`)} }`,
  ),
  'fields that may not be merged': query(`{ viewer { ${times(1_500, (i) => `a: ${i % 2 ? 'name' : 'id'}`)} } }`),
  'fields that overlap level by level': query(`{ ${times(25, `viewer { ${times(40, 'orgs { id name }')} }`)} }`),
  'fields that overlap through fragments': query(
    `{ ${times(40, (i) => `...f${i}`)} } ${times(40, (i) => `fragment f${i} on Query { ${times(20, 'viewer { id name }')} }`)}`,
  ),
  // Introspection
  'the types of types of types': query(`{ __schema { types ${nested('{ fields { type ', '{ name }', ' } }', 5)} } }`),
  'all types, and all of theirs': query(
    `{ __schema { types { name fields { name args { name type { name fields { name } } } type { name ofType { name } } } } } }`,
  ),
  'what implements what, and its fields': query(
    `{ __schema { types { possibleTypes { name fields { name type { name } } } interfaces { name fields { name } } } } }`,
  ),
  'the fields of all types under other names': query(
    `{ __schema { types { ${times(30, (i) => `f${i}: fields { name type { name ofType { name } } }`)} } } }`,
  ),
  'types through a fragment of themselves': query(
    `{ __schema { types { ...Type } } } fragment Type on __Type { fields { name type { ...Fields } } }
      fragment Fields on __Type { fields { name type { fields { name } } } }`,
  ),
  'the schema, thirty times': query(`{ ${times(30, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`),
  // Long
  'a string of a million letters': query(`{ search(text: "${'a'.repeat(1_000_000)}") { id } }`),
  'a block string of a million letters': query(`{ search(text: """${'a"'.repeat(500_000)}""") { id } }`),
  'a comment of a million letters': query(`#${'a'.repeat(1_000_000)}\n{ viewer { id } }`),
  'a name of thirty thousand letters': query(`{ ${'a'.repeat(30_000)} }`),
  'a number of thirty thousand digits': query(`{ entrances(first: ${'9'.repeat(30_000)}) { totalCount } }`),
  'nothing but commas': query(`{ ${','.repeat(100_000)} viewer { id } }`),
  'nothing but tokens': query('!'.repeat(30_000)),
  'strings that never end': query(`{ search(text: ${times(4_000, '"a', '\n')} }`),
  'blocks that never end': query(`{ search(text: """${'\\"""'.repeat(7_000)} }`),
  'one key, thousands of times': query(`{ entrances(filter: { ${times(1_400, 'q: "a"')} }) { totalCount } }`),
  'a text that is no GraphQL': query('<!doctype html>'),
  'nothing at all': query(''),
};
