import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { describe, expect, it } from 'vitest';
import { withoutRefused } from './use-query.ts';

const refusedBy = (code: string) =>
  new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code } }] } as never);
const known = { data: { card: 'A1' }, previousData: { card: 'A0' }, dataState: 'complete' };

describe('what was known of something', () => {
  it.each(['NotFound', 'Forbidden'])('is not shown once the server has answered %s', (code) => {
    expect(withoutRefused({ ...known, error: refusedBy(code) })).toMatchObject({
      data: undefined,
      previousData: undefined,
      dataState: 'empty',
    });
  });

  it.each([
    ['no network', new TypeError('Failed to fetch')],
    ['a proxy that answers', new ServerError('Bad gateway', { response: new Response(), bodyText: '' })],
    ['a fault of the server', refusedBy('Internal')],
    ['too much asked for', refusedBy('LimitExceeded')],
  ])('is left beside the error by %s', (_case, error) => {
    expect(withoutRefused({ ...known, error })).toEqual({ ...known, error });
  });

  it('is left where the answer itself has data beside its errors: choices, though the chosen record is gone', () => {
    const partly = { ...known, error: refusedBy('NotFound') };

    expect(withoutRefused(partly, { errorPolicy: 'all' })).toEqual(partly);
  });
});

const sources = Object.entries(
  import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*', '!../**/generated/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).map(([name, text]) => ({ name: name.replace(/^\.\.\//, '').replace(/^\.\//, 'api/'), text }));

/** What only adds to a screen that says itself what went wrong, or does as well without. */
const additions = [
  'app/search/use-report-hits.ts', // reports beside the records that are found
  'app/shell/IncidentCount.tsx', // a count in the menu
  'crud/saved-views/use-default-view.ts', // the list opens as it is
  'events/IdentityTerms.tsx', // the events below it are told, or why not
  'map/spot/SpotInput.tsx', // the map begins elsewhere
  'screens/card-requests/CardRequests.tsx', // a count over the list, which says it
  'screens/reports/answer/BuildProgress.tsx', // the report's own answer says it
  'screens/reports/chart/use-before.ts', // the chart without a comparison
  'screens/reports/comparison/use-comparison.ts', // the figures without a comparison
  'screens/reports/schedules/ScheduleForm.tsx', // a hint
  'screens/status-update/LastKnown.tsx', // a hint beside the form
  'status/ContainerSpot.tsx', // a map beside the state, which says it
];

describe('a query of the console', () => {
  it('is asked by the one hook that keeps back what is refused', () => {
    const others = /\buse(Suspense|Lazy|Background|Loadable|Read)?(Query|Fragment|SuspenseFragment)\b/;
    const own = sources.filter(({ text }) =>
      [...text.matchAll(/import \{([^}]*)\} from '@apollo\/client[^']*'/g)].some(([, names = '']) =>
        others.test(names),
      ),
    );

    expect(sources.length).toBeGreaterThan(300);
    expect(own.map(({ name }) => name)).toEqual(['api/use-query.ts']);
  });

  it('has its error looked at where it is asked', () => {
    const unheeded = sources.filter(({ text }) =>
      [...text.matchAll(/const \{([^}]*)\} = use(?:Query|Figures)\(/g)].some(
        ([, names = '']) => !/\berror\b/.test(names),
      ),
    );

    expect(unheeded.map(({ name }) => name).toSorted()).toEqual(additions);
  });
});
