import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { validationFailed } from '@noa/domain/errors.ts';

const malformed = () => validationFailed({}, 'The request is not what GraphQL over HTTP asks for');

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsentOr = (value: unknown, fits: (value: unknown) => boolean) =>
  value === undefined || value === null || fits(value);

/** Whether what a request says has the types that everybody who looks at it takes for granted. */
const hasItsTypes = ({ query, variables, operationName, extensions }: Record<string, unknown>): boolean =>
  isAbsentOr(query, (value) => typeof value === 'string') &&
  isAbsentOr(operationName, (value) => typeof value === 'string') &&
  isAbsentOr(variables, isPlainObject) &&
  isAbsentOr(extensions, isPlainObject);

/**
 * Refuses requests that cannot be read as an operation. Yoga's own readers take forms and addresses at their word and fail like
 * programs, on what a client has written.
 */
export const wellFormed: Plugin = {
  onRequestParse: ({ request, requestParser, setRequestParser }) => {
    if (!requestParser) {
      return;
    }
    setRequestParser(async (sent) => {
      let params: unknown;
      try {
        params = await requestParser(sent);
      } catch (cause) {
        throw cause instanceof GraphQLError || request.signal.aborted ? cause : malformed();
      }
      // A list is a batch, which Yoga refuses.
      if (!Array.isArray(params) && !(params instanceof Response) && !(isPlainObject(params) && hasItsTypes(params))) {
        throw malformed();
      }
      return params as GraphQLParams;
    });
  },
};
