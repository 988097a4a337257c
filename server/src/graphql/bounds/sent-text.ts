import { Lexer, Source, TokenKind } from 'graphql';
import { AppError, validationFailed } from '@noa/domain/errors.ts';

/** What may be sent in one value, wherever it stands. */
const limits = {
  /** UTF-16 units of one text; the longest that the API keeps is a view's address, of 2,000. */
  text: 10_000,
  /** Lists and objects inside each other; the deepest input has 6. */
  depth: 32,
  /** Brackets inside each other in a document: the parser calls itself for each. */
  brackets: 100,
} as const;

/** PostgreSQL keeps no null characters, and nothing that is shown to people has control characters but tabs and line ends. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** The locale key of what is wrong with a text, whatever it is for; undefined when nothing is. */
function faultOf(text: string): string | undefined {
  if (text.length > limits.text) {
    return 'form.tooLong';
  }
  // Half a surrogate pair has no UTF-8: it would be kept as another character than was sent.
  return unseen.test(text) || !text.isWellFormed() ? 'form.badCharacter' : undefined;
}

/** Whether a text has only characters that can be kept, and not too many. */
export const isKeepable = (text: string): boolean => faultOf(text) === undefined;

/** `input` is how the API wraps what a form sends; forms know their fields without it. */
const fieldOf = (path: readonly string[]) => (path[0] === 'input' ? path.slice(1) : path).join('.');

/**
 * Refuses texts that no field of the API takes, before anything else looks at them: null and control characters, halves of
 * surrogate pairs, and what is longer than anything kept. Keys of objects are texts as well.
 *
 * @param variables - of one operation, as they were sent; files among them are left alone.
 * @param batches - names of variables whose items are looked at where each is refused by itself.
 * @throws {AppError} `ValidationFailed`, naming the field; for what is nested too deep, without one.
 */
export function refuseBadVariables(variables: Readonly<Record<string, unknown>>, batches: ReadonlySet<string>): void {
  const path: string[] = [];
  const refuse = (text: string, key: string) => {
    const fault = faultOf(text);
    if (fault !== undefined) {
      throw validationFailed(
        { [fieldOf([...path, key])]: fault },
        'A text has characters that cannot be kept, or too many',
      );
    }
  };
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      refuse(value, key);
    } else if (typeof value === 'object' && value !== null && !('arrayBuffer' in value)) {
      if (path.length >= limits.depth) {
        throw validationFailed({}, `Values may be nested ${limits.depth} deep at most`);
      }
      path.push(key);
      if (Array.isArray(value)) {
        value.forEach((each, index) => walk(each, String(index)));
      } else {
        for (const [name, each] of Object.entries(value)) {
          if (faultOf(name) !== undefined) {
            throw validationFailed(
              { [fieldOf(path)]: 'form.badCharacter' },
              'A key has characters that cannot be kept',
            );
          }
          walk(each, name);
        }
      }
      path.pop();
    }
  };
  for (const [name, value] of Object.entries(variables)) {
    // A text is no batch, and GraphQL's complaint would repeat it.
    if (!batches.has(name) || typeof value === 'string') {
      walk(value, name);
    }
  }
}

const opening: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const closing: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/**
 * Reads a document's tokens, before the parser calls itself for what they nest.
 *
 * @throws {AppError} `LimitExceeded` for more than `maxTokens` tokens or brackets too deep; `ValidationFailed` for a text that
 * no field takes.
 * @throws {GraphQLSyntaxError}
 */
export function refuseBadDocument(source: string | Source, maxTokens: number): void {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source);
  let depth = 0;
  let tokens = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    tokens += 1;
    depth += opening.includes(token.kind) ? 1 : closing.includes(token.kind) ? -1 : 0;
    if (tokens > maxTokens) {
      throw new AppError('LimitExceeded', 'The operation is too long');
    }
    if (depth > limits.brackets) {
      throw new AppError('LimitExceeded', 'The operation is nested too deep');
    }
    const isText = token.kind === TokenKind.STRING || token.kind === TokenKind.BLOCK_STRING;
    if (isText && faultOf(token.value) !== undefined) {
      throw validationFailed({}, 'A text of the document has characters that cannot be kept, or too many');
    }
  }
}
