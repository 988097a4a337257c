import type { Canary } from './hostile-values.fixture.ts';

export const viewer = '{ viewer { name } }';
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies, by what is odd about them. */
export const hostileBodies = ({ word }: Canary): Readonly<Record<string, string | Buffer>> => ({
  nothing: '',
  'no JSON': `{ ${word}`,
  'JSON that is cut off': `{"query":"${viewer}`,
  null: 'null',
  'a number': '1',
  'a text': `"${word}"`,
  'a list': '[]',
  'a batch': `[{"query":"${viewer}"},{"query":"${viewer}"}]`,
  'lists 100,000 deep': deep(100_000),
  'a document that is a number': '{"query":1}',
  'a document that is null': '{"query":null}',
  'a document that is an object': '{"query":{"a":1}}',
  'a document that is a list': '{"query":["{ viewer { id } }"]}',
  'variables that are a text': `{"query":"${viewer}","variables":"${word}"}`,
  'variables that are a list': `{"query":"${viewer}","variables":[1]}`,
  'variables 100,000 deep': `{"query":"${viewer}","variables":{"a":${deep(100_000)}}}`,
  'variables of a prototype': `{"query":"${viewer}","variables":{"__proto__":{"a":1},"constructor":{"prototype":1}}}`,
  'an operation’s name that is a number': `{"query":"${viewer}","operationName":1}`,
  'an operation’s name that is an object': `{"query":"${viewer}","operationName":{}}`,
  'an operation’s name that is not there': `{"query":"query a ${viewer}","operationName":"${word}"}`,
  'extensions that are a text': `{"query":"${viewer}","extensions":"x"}`,
  'a persisted query': `{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"${word}"}}}`,
  'keys twice': `{"query":"{","query":"${viewer}","variables":1,"variables":{}}`,
  'keys that are not known': `{"query":"${viewer}","${word}":1}`,
  'a byte order mark': `\uFEFF{"query":"${viewer}"}`,
  'invalid UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d]),
  'invalid UTF-8 in a text': Buffer.concat([
    Buffer.from('{"query":"{ search(text: \\"'),
    Buffer.from([0xc3, 0x28, 0xff]),
    Buffer.from('\\") { id } }"}'),
  ]),
  'UTF-16': Buffer.from(`{"query":"${viewer}"}`, 'utf16le'),
  'null characters': Buffer.alloc(100),
});

/** What a body may say it is. */
export const contentTypes = ({ word }: Canary): readonly string[] => [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/graphql',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  `${word}/;;;=`,
];

const start = 'mutation ($file: Upload!) { startImport(kind: "buildings", file: $file) { id } }';
const operations = JSON.stringify({ query: start, variables: { file: null } });
/** The content of a part that is a file, with the rest of its head. */
export const file = '"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nStrada\r\n';

type Part = readonly [name: string, content: string];

/** Forms of an upload, by what is odd about them: their parts, in order. */
export const hostileForms = ({ word }: Canary): Readonly<Record<string, readonly Part[]>> => ({
  'without a map': [['operations', operations]],
  'without operations': [['map', '{"0":["variables.file"]}']],
  'with operations that are no JSON': [
    ['operations', word],
    ['map', '{}'],
  ],
  'with operations that are null': [
    ['operations', 'null'],
    ['map', '{"0":["variables.file"]}'],
    ['0', file],
  ],
  'with a map that is no JSON': [
    ['operations', operations],
    ['map', word],
    ['0', file],
  ],
  'with a map that is a list': [
    ['operations', operations],
    ['map', '[["variables.file"]]'],
    ['0', file],
  ],
  'with a map to nothing': [
    ['operations', operations],
    ['map', '{"0":["variables.nothing.at.all"]}'],
    ['0', file],
  ],
  'with a map to a prototype': [
    ['operations', operations],
    ['map', '{"0":["variables.__proto__.x","__proto__.y","constructor.prototype.z"]}'],
    ['0', file],
  ],
  'with a map of numbers': [
    ['operations', operations],
    ['map', '{"0":[1]}'],
    ['0', file],
  ],
  'with a map of a text': [
    ['operations', operations],
    ['map', '{"0":"variables.file"}'],
    ['0', file],
  ],
  'with a map to the document': [
    ['operations', operations],
    ['map', '{"0":["query"]}'],
    ['0', file],
  ],
  'without the file': [
    ['operations', operations],
    ['map', '{"0":["variables.file"]}'],
  ],
  'with the file first': [
    ['0', file],
    ['operations', operations],
    ['map', '{"0":["variables.file"]}'],
  ],
  'with a text for a file': [
    ['operations', operations],
    ['map', '{"0":["variables.file"]}'],
    ['0', word],
  ],
  'with a file for operations': [
    ['operations', file],
    ['map', '{}'],
  ],
  'with all of it twice': [
    ['operations', operations],
    ['operations', operations],
    ['map', '{"0":["variables.file"]}'],
    ['map', '{"0":["variables.file"]}'],
    ['0', file],
    ['0', file],
  ],
  'with nothing': [],
});
