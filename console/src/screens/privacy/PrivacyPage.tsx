import { Button, Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { noRecord } from '../../api/no-record.ts';
import { useQuery } from '../../api/use-query.ts';
import { Pending } from '../../crud/list/Pending.tsx';
import { paths } from '../../paths.ts';
import { IconPrint } from '../../ui/icons.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { FirstOrgDocument } from '../settings/settings.graphql.ts';
import type { Line, Part, PrivacyDocument, Source } from './document.ts';
import classes from './Sheet.module.css';
import { PrivacyDocumentDocument } from './privacy.graphql.ts';

interface Props {
  write: (t: TFunction, language: string, source: Source) => PrivacyDocument;
}

/** A document about what an org keeps of people, as it will be printed. Without `?orgId=`, of the first org. */
export function PrivacyPage({ write }: Props) {
  const { t, i18n } = useTranslation(['privacy', 'settings']);
  const title = useScreenTitle();
  const [now] = useState(() => new Date());
  const [parameters] = useSearchParams();
  const named = parameters.get('orgId');
  const first = useQuery(FirstOrgDocument, { skip: named !== null });
  const orgId = named ?? first.data?.orgs.nodes[0]?.id;
  const { data, error, refetch } = useQuery(PrivacyDocumentDocument, {
    // Where there is no org yet, there is no such record.
    variables: { orgId: orgId ?? noRecord },
    fetchPolicy: 'cache-and-network',
    skip: named === null && !first.data,
  });
  const above = [{ label: t('settings:title'), to: orgId === undefined ? paths.settings : paths.orgSettings(orgId) }];
  return (
    <div className={classes.screen}>
      <Page title={title} above={above}>
        {data?.org && data.orgSettings ? (
          <>
            <Group className={classes.controls} justify="space-between">
              <Text fz="sm">{t('draft')}</Text>
              <Button leftSection={<IconPrint size={16} aria-hidden />} onClick={() => window.print()}>
                {t('print')}
              </Button>
            </Group>
            <Sheet
              document={write(i18n.t, i18n.language, {
                org: data.org,
                settings: data.orgSettings,
                since: data.orgSettings.updatedAt,
                now,
              })}
            />
          </>
        ) : (
          <Pending
            error={error ?? first.error}
            refetch={first.error ? first.refetch : refetch}
            permission="orgSettings:read"
            height={400}
          />
        )}
      </Page>
    </div>
  );
}

/** A document on paper, black on white whatever the colour scheme. */
function Sheet({ document: { title, law, org, written, parts } }: { document: PrivacyDocument }) {
  return (
    <article className={classes.sheet} aria-label={title}>
      <header>
        <p className={classes.org}>{org}</p>
        <p className={classes.title}>{title}</p>
        <p>{law}</p>
        <p>{written}</p>
      </header>
      {parts.map((part) => (
        <PartOf key={part.title} part={part} />
      ))}
    </article>
  );
}

function PartOf({ part: { title, rows, risks, lines } }: { part: Part }) {
  const { t } = useTranslation('privacy');
  return (
    <section>
      <h2>{title}</h2>
      {rows && (
        <table>
          <tbody>
            {rows.map(({ term, lines: said }) => (
              <tr key={term}>
                <th scope="row">{term}</th>
                <td>
                  <Lines lines={said} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {risks && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('columns.risk')}</th>
              <th scope="col">{t('columns.measure')}</th>
            </tr>
          </thead>
          <tbody>
            {risks.map(({ risk, measure }) => (
              <tr key={risk}>
                <td>{risk}</td>
                <td>{measure}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines && <Lines lines={lines} />}
    </section>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return lines.map((line) =>
    'blank' in line ? <Blank key={line.blank} term={line.blank} /> : <p key={line.text}>{line.text}</p>,
  );
}

/** Room to write what Noa does not know. */
function Blank({ term }: { term: string }) {
  const { t } = useTranslation('privacy');
  return (
    <p className={classes.blank}>
      {term} <em>({t('blank')})</em>
      <span className={classes.rule} aria-hidden />
    </p>
  );
}
