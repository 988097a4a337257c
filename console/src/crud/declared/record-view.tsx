import type { TypedDocumentNode } from '@apollo/client';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { i18n } from 'i18next';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { historyPermission } from '@noa/domain/permissions.ts';
import { spotOf } from '../../map/spot/spot.ts';
import { useViewer, type Viewer } from '../../session/viewer.ts';
import { AccessModeBadge } from '../../ui/badges/AccessModeBadge.tsx';
import { Count, None } from '../../ui/values/cells.tsx';
import { RecordLink } from '../../ui/values/RecordLink.tsx';
import { coordinateDigits, formatNumber } from '../../ui/values/format.ts';
import { RecordLoader } from '../view/RecordLoader.tsx';
import { RecordPage, type Fact, type Tab } from '../view/RecordPage.tsx';
import { arranged, namesOf, withOwn } from './kind-names.ts';
import { givenAs, labelOf, shownValue, type Called } from './values.tsx';
import { part } from '../../loading/part.ts';
import { declaredText } from '../history/value-text.tsx';

const HistoryTab = part(async () => (await import('../history/HistoryTab.tsx')).HistoryTab);
const RecordSpot = part(async () => (await import('../../map/spot/RecordSpot.tsx')).RecordSpot);

type Page = ComponentProps<typeof RecordPage>;

/** What a kind's own view adds to what follows from its declaration; nothing that is null or false is shown. */
interface Parts extends Partial<Omit<Page, 'name' | 'record' | 'remove' | 'facts' | 'place'>> {
  /** Those that do not follow from the declaration, or that stand for one that does. */
  readonly facts?: Page['facts'];
  /** Facts that come before all others, in this order. */
  readonly first?: readonly string[];
  /** Declared fields that the page says elsewhere. */
  readonly without?: readonly string[];
  /** What leads the page says where the record stands. */
  readonly placed?: boolean;
  /** Where one is led who has deleted it: the kind's list when absent. */
  readonly next?: string | undefined;
  /** What is asked over the page. */
  readonly dialog?: ReactNode;
}

type RecordOf<Kind extends KindDeclaration, Data> = Data extends { readonly [One in Kind['name']]?: infer Found }
  ? NonNullable<Found> & { readonly id: string }
  : never;

interface Documents<Kind extends KindDeclaration, Data> {
  readonly query: TypedDocumentNode<Data, { id: string }>;
  readonly remove?: NonNullable<Exclude<Page['remove'], false>>['mutation'];
  /** Numbers of the API that are no declared field, and have a fact each. */
  readonly counts?: readonly (keyof RecordOf<Kind, Data> & string)[];
  /** Where one is led from a record that is none, of kinds without a list of their own. */
  readonly elsewhere?: string;
  /** Called while the view is drawn: it may use hooks. @param data - what the query gave besides the record. */
  readonly useParts?: (record: RecordOf<Kind, Data>, data: Data) => Parts;
}

/** The view of a kind's records: each declared field as a fact, its org, its history, and what the kind adds. */
export function recordView<Kind extends KindDeclaration, Data>(
  kind: Kind,
  { query, remove, counts = [], elsewhere, useParts }: Documents<Kind, Data>,
): () => ReactNode {
  const { list, read, paths } = namesOf(kind);
  return () => (
    <RecordLoader
      name={list}
      permission={read}
      query={query}
      select={(data) => (data as Readonly<Record<string, RecordOf<Kind, Data> | null | undefined>>)[kind.name]}
      list={elsewhere ?? paths.list}
    >
      {(record, data) => (
        <View
          key={record.id}
          kind={kind}
          record={record as never}
          data={data}
          counts={counts}
          remove={remove}
          useParts={useParts as never}
        />
      )}
    </RecordLoader>
  );
}

type Viewed = Page['record'] & {
  readonly viewerCanUpdate?: boolean;
  readonly viewerCanDelete?: boolean;
  readonly org?: Called | null;
  readonly lat?: number | null;
  readonly lng?: number | null;
};

interface ViewProps {
  kind: KindDeclaration;
  record: Viewed;
  data: unknown;
  counts: readonly string[];
  remove: Documents<KindDeclaration, unknown>['remove'];
  useParts: ((record: Viewed, data: unknown) => Parts) | undefined;
}

const nothing = (): Parts => ({});

function View({ kind, record, data, counts, remove, useParts = nothing }: ViewProps) {
  const { list, paths } = namesOf(kind);
  const { t, i18n } = useTranslation([list, 'common']);
  const viewer = useViewer();
  const { facts: own, first, without = [], placed, next, tabs = [], dialog, ...parts } = useParts(record, data);
  const ownFacts = [
    ...(own ?? []).flatMap((fact) => (fact ? [{ id: fact.field, ...fact }] : [])),
    ...counts.map((name) => factOf(name, <Count value={Number(Reflect.get(record, name))} />)),
  ];
  // What a kind says in words of its own, or leaves out for this viewer, is its own fact.
  const facts = withOwn(declaredFacts(kind, record, viewer), ownFacts, without);
  const spot = placed ? null : spotOf(record.lat, record.lng);
  return (
    <>
      <RecordPage
        name={list}
        record={record}
        title={String(Reflect.get(record, kind.called))}
        above={[{ label: t('title'), to: paths.list }]}
        badge={'accessMode' in record && <AccessModeBadge mode={record.accessMode as never} />}
        update={record.viewerCanUpdate ? paths.update(record.id) : undefined}
        remove={remove && record.viewerCanDelete && { mutation: remove, next: next ?? paths.list }}
        facts={[...arranged(facts, first), ...orgFact(record)]}
        place={spot && <RecordSpot spot={spot} />}
        tabs={[...tabs, historyTab(viewer, i18n, kind, record.id)]}
        {...parts}
      />
      {dialog}
    </>
  );
}

type NamedFact = Fact & { readonly id: string };

const factOf = (field: string, value: ReactNode): NamedFact => ({ id: field, field, value });

const orgFact = ({ org }: Viewed): readonly NamedFact[] => (org ? [factOf('orgId', linkTo('org', org))] : []);

const linkTo = (kind: string, record: Called) => (
  <RecordLink kind={kind} id={record.id}>
    {labelOf(record)}
  </RecordLink>
);

/** The declared fields that this viewer may read, but for the name, which is the page's title, and what its badge says. */
export function declaredFacts(kind: KindDeclaration, record: Viewed, viewer: Pick<Viewer, 'may'>): NamedFact[] {
  const values = record as unknown as Readonly<Record<string, unknown>>;
  return Object.entries<Field>(kind.fields).flatMap(([name, field]) => {
    const isElsewhere = name === 'lng' || name === kind.called || name === 'accessMode';
    if (isElsewhere || (field.needs && !viewer.may(field.needs))) {
      return [];
    }
    if (name === 'lat') {
      return [factOf('place', <Coordinates lat={record.lat} lng={record.lng} />)];
    }
    if (field.of) {
      const other = values[givenAs(name, field)] as Called | null | undefined;
      const missing = field.nullable ? [factOf(name, <None />)] : [];
      return other ? [factOf(name, linkTo(field.of.name, other))] : missing;
    }
    return [factOf(name, shownValue(kind, name, field, record))];
  });
}

/** The tab with a record's versions, for those who may read history; null for others. */
function historyTab(viewer: Viewer, { t }: i18n, kind: KindDeclaration, id: string): Tab | null {
  const textOf = declaredText(kind);
  return viewer.may(historyPermission(kind.name))
    ? {
        id: 'history',
        label: t('common:history.title'),
        content: <HistoryTab name={namesOf(kind).list} kind={kind.name} id={id} textOf={textOf} />,
      }
    : null;
}

interface Props {
  /** Degrees, WGS 84; both or neither. */
  lat: number | null | undefined;
  lng: number | null | undefined;
}

/** A point on the map, in figures. */
function Coordinates({ lat, lng }: Props) {
  const { i18n } = useTranslation();
  if (typeof lat !== 'number' || typeof lng !== 'number') {
    return <None />;
  }
  return <>{[lat, lng].map((degrees) => formatNumber(degrees, i18n.language, coordinateDigits)).join('; ')}</>;
}
