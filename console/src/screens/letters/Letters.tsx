import { useMutation } from '@apollo/client/react';
import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { formatClaimCode } from '@noa/domain/codes/claim-code.ts';
import { wasteStreams, type WasteStream } from '@noa/domain/vocabulary.ts';
import type { LettersQuery } from '../../api/generated/graphql.ts';
import { describeFailure } from '../../api/failure.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { noRecord } from '../../api/no-record.ts';
import { CreateClaimCodeDocument } from '../../api/mutations/generated/create-claim-code.graphql.ts';
import { CreateMissingClaimCodesDocument } from '../../api/mutations/generated/create-missing-claim-codes.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { Pending } from '../../crud/list/Pending.tsx';
import { isPageLost, useLostPage } from '../../crud/use-lost-page.tsx';
import { useLocalAccounts } from '../../session/config.ts';
import { WasteStreamBadge } from '../../ui/badges/WasteStreamBadge.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconLetter, IconPrint } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { dateFormat } from '../../ui/values/kept-format.ts';
import classes from './Letters.module.css';
import { LettersDocument } from './letters.graphql.ts';
import { drawQr } from './qr.ts';

/** Names one apartment, or where the next page of letters begins. */
const [apartmentKey, afterKey] = ['apartment', 'after'] as const;

/** The letters with the claim codes of an entrance's apartments (`?apartment=` for one), as they will be printed. */
export function Component() {
  const { t } = useTranslation(['letters', 'common', 'entrances']);
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const apartmentId = search.get(apartmentKey);
  const after = search.get(afterKey);
  const { data, error, refetch } = useQuery(LettersDocument, {
    variables: { id, apartmentId: apartmentId ?? noRecord, single: apartmentId !== null, after },
    // Codes are shown and printed, and kept nowhere.
    fetchPolicy: 'no-cache',
  });
  const isLost = isPageLost([after], error && describeFailure(error), data?.apartments);
  const notice = useLostPage(isLost, () => setSearch({}, { replace: true }));
  const entrance = data?.entrance;
  const above = [
    { label: t('entrances:title'), to: paths.entrances.list },
    ...(entrance ? [{ label: entrance.label, to: paths.entrances.view(entrance.id) }] : []),
  ];
  const next = data?.apartments?.pageInfo;

  return (
    <div className={classes.screen}>
      <Page title={t('title')} above={above}>
        {notice && <div className={classes.controls}>{notice}</div>}
        {(error || !data) && (
          <Pending
            error={error}
            refetch={refetch}
            permission="apartment:issueClaimCode"
            list={paths.entrances.list}
            height={400}
          />
        )}
        {data && (
          <Letters
            entranceId={id}
            addressees={data.apartment ? [data.apartment] : (data.apartments?.nodes ?? [])}
            single={apartmentId !== null}
            streams={streamsOf(data)}
            onIssued={refetch}
          />
        )}
        {next?.hasNextPage && (
          <Button
            component={Link}
            to={{ search: new URLSearchParams({ [afterKey]: next.endCursor ?? '' }).toString() }}
            variant="default"
            className={classes.controls}
          >
            {t('next')}
          </Button>
        )}
      </Page>
    </div>
  );
}

/** What the containers are for that a card of the entrance opens, in the order of the vocabulary. */
function streamsOf({ entrance }: LettersQuery): WasteStream[] {
  const groups = entrance?.accessGroup?.containerGroups.nodes ?? [];
  const found = new Set(groups.flatMap(({ containers }) => containers.nodes.map(({ wasteStream }) => wasteStream)));
  return wasteStreams.filter((stream) => found.has(stream));
}

interface Addressee {
  readonly id: string;
  readonly label: string;
  readonly liveClaimCode?: { readonly code?: string | null; readonly expiresAt: string } | null | undefined;
}

interface Props {
  entranceId: string;
  addressees: readonly Addressee[];
  /** Whether it is about one apartment only. */
  single: boolean;
  streams: readonly WasteStream[];
  onIssued: () => Promise<unknown>;
}

function Letters({ entranceId, addressees, single, streams, onIssued }: Props) {
  const { t } = useTranslation('letters');
  const [issueOne, one] = useMutation(CreateClaimCodeDocument, { fetchPolicy: 'no-cache' });
  const [issueMissing, all] = useMutation(CreateMissingClaimCodesDocument);
  const ready = addressees.flatMap(({ id, label, liveClaimCode }) =>
    liveClaimCode?.code ? [{ id, label, code: liveClaimCode.code, expiresAt: liveClaimCode.expiresAt }] : [],
  );
  const lacking = addressees.length - ready.length;

  async function handleIssue() {
    try {
      // Of the whole entrance are issued those that nobody has issued meanwhile, whatever this page has.
      let count = 1;
      if (single) {
        await issueOne({ variables: { apartmentId: addressees[0]?.id ?? '' } });
      } else {
        count = (await issueMissing({ variables: { entranceId } })).data?.createMissingClaimCodes ?? 0;
      }
      notifySuccess(t('issued', { count }));
      await onIssued();
    } catch (error) {
      notifyFailure(error);
    }
  }

  const issue = lacking > 0 && (
    <Button
      variant={ready.length > 0 ? 'default' : 'filled'}
      loading={one.loading || all.loading}
      onClick={() => void handleIssue()}
    >
      {t('issue', { count: lacking })}
    </Button>
  );
  if (ready.length === 0) {
    return (
      <EmptyState
        icon={IconLetter}
        title={t(addressees.length === 0 ? 'noApartments' : 'noneYet.title')}
        actions={issue}
      >
        {addressees.length > 0 && t('noneYet.text')}
      </EmptyState>
    );
  }
  return (
    <>
      <Group className={classes.controls} justify="space-between">
        <Text fz="sm">
          {[t('count', { count: ready.length }), lacking > 0 && t('lacking', { count: lacking })]
            .filter(Boolean)
            .join('; ')}
        </Text>
        <Group gap="xs">
          {issue}
          <Button leftSection={<IconPrint size={16} aria-hidden />} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </Group>
      </Group>
      <div className={classes.letters}>
        {ready.map(({ id, label, code, expiresAt }) => (
          <Letter key={id} address={label} code={code} expiresAt={expiresAt} streams={streams} />
        ))}
      </div>
    </>
  );
}

interface LetterProps {
  /** Whole address of the apartment. */
  address: string;
  code: string;
  expiresAt: string;
  /** What the containers are for that it opens; none where nobody knows. */
  streams: readonly WasteStream[];
}

/** The letter that brings an apartment its claim code: one A4 page, black on white whatever the colour scheme. */
function Letter({ address, code, expiresAt, streams }: LetterProps) {
  const { t, i18n } = useTranslation('letters');
  // Residents make Noa's own accounts by a link in a mail; where none is sent they are given.
  const signIn = useLocalAccounts()?.sendsMail === false ? 'signInGiven' : 'signIn';
  const { origin, host } = window.location;
  const qr = useMemo(() => drawQr(`${origin}${paths.claim(code)}`), [origin, code]);
  const until = dateFormat(i18n.language, { dateStyle: 'long' }).format(new Date(expiresAt));
  return (
    <article className={classes.letter} aria-label={t('letterFor', { address })}>
      <header>
        <p className={classes.to}>{t('to')}</p>
        <p className={classes.address}>{address}</p>
      </header>
      <section>
        <h2 className={classes.subject}>{t('subject')}</h2>
        {streams.length > 0 && (
          <ul className={classes.streams} aria-label={t('streams')}>
            {streams.map((stream) => (
              <li key={stream}>
                <WasteStreamBadge stream={stream} />
              </li>
            ))}
          </ul>
        )}
        <p>{t('purpose')}</p>
        <ol className={classes.steps}>
          <li>{t('steps.scan')}</li>
          <li>{t(`steps.${signIn}`, { host })}</li>
          <li>{t('steps.type')}</li>
        </ol>
        <div className={classes.codes}>
          <svg
            className={classes.qr}
            viewBox={`0 0 ${qr.modules} ${qr.modules}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={t('qr')}
          >
            <path d={qr.path} />
          </svg>
          <div>
            <p className={classes.codeLabel}>{t('code')}</p>
            <p className={classes.code}>{formatClaimCode(code)}</p>
            <p>{t('until', { until })}</p>
          </div>
        </div>
      </section>
      <footer className={classes.foot}>
        <p>{t('once')}</p>
        <p>{t('lost')}</p>
      </footer>
    </article>
  );
}
