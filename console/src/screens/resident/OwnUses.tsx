import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { displaySerialNumber, isSerialNumber } from '@noa/domain/codes/card-code.ts';
import { describeFailure } from '../../api/failure.ts';
import type { OwnUsesQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { IdentityTerms } from '../../events/IdentityTerms.tsx';
import { isPageLost, useLostPage } from '../../crud/use-lost-page.tsx';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { formatExact, formatNumber } from '../../ui/values/format.ts';
import { IconNone } from '../../ui/icons.ts';
import { OwnUsesDocument } from './resident.graphql.ts';
import classes from './Resident.module.css';
import { pageAt, PageButtons, type Cursor } from '../../ui/page/PageButtons.tsx';

const pageSize = 10;

/** What the cards of the own apartment were used for, newest first. */
export function OwnUses({ apartmentId }: { apartmentId: string }) {
  const { t } = useTranslation('resident');
  const [parameters, setParameters] = useSearchParams();
  const [before, after] = [parameters.get('before'), parameters.get('after')];
  const cursor: Cursor | null = before ? { before } : after ? { after } : null;
  const { data, previousData, error, loading, refetch } = useQuery(OwnUsesDocument, {
    variables: { id: apartmentId, ...pageAt(cursor, pageSize) },
    fetchPolicy: 'cache-and-network',
  });
  const told = data ?? (error ? undefined : previousData);
  const uses = told?.cardEvents;
  const terms = told?.apartment?.identityTerms;
  // Months later its last page has been deleted.
  const lost = isPageLost([before, after], error && describeFailure(error), loading ? undefined : data?.cardEvents);
  const notice = useLostPage(lost, () => showPage(null, true));

  function showPage(next: Cursor | null, replace = false) {
    setParameters(
      (current) => {
        const kept = new URLSearchParams(current);
        kept.delete('before');
        kept.delete('after');
        Object.entries(next ?? {}).forEach(([name, value]) => kept.set(name, value));
        return kept;
      },
      { replace, preventScrollReset: true },
    );
  }

  return (
    <section aria-labelledby="own-uses" aria-busy={loading}>
      <Title order={3} fz="lg" id="own-uses">
        {t('uses.title')}
      </Title>
      {terms && <IdentityTerms terms={terms} />}
      {terms?.days !== 0 && <Text mb="sm">{t('uses.estimate')}</Text>}
      {notice}
      {!uses && !lost && <Pending error={error} refetch={refetch} permission="cardEvent:readWho" />}
      {uses && <Outdated error={error} refetch={refetch} />}
      {uses && uses.nodes.length === 0 && !lost && terms?.days !== 0 && (
        <EmptyState icon={IconNone} order={4} title={t('uses.none')} />
      )}
      {uses && (
        <>
          <ol className={`plain ${classes.uses}`}>
            {uses.nodes.map((use) => (
              <li key={use.id}>
                <Use use={use} />
              </li>
            ))}
          </ol>
          <PageButtons size="md" label={t('uses.pages')} pageInfo={uses.pageInfo} onPage={(next) => showPage(next)} />
        </>
      )}
    </section>
  );
}

function Use({ use }: { use: OwnUsesQuery['cardEvents']['nodes'][number] }) {
  const { t, i18n } = useTranslation(['resident', 'cards']);
  const { container, serialNumber, litres } = use;
  const group = container?.containerGroup;
  const address = group && [group.addrStreet, group.addrNr].filter(Boolean).join(' ');
  return (
    <>
      <div className={classes.line}>
        <strong>{t(`cards:eventKinds.${use.kind}`)}</strong>
        {litres > 0 && <strong>{t('uses.litres', { litres: formatNumber(litres, i18n.language) })}</strong>}
      </div>
      <div>
        <time dateTime={use.occurredAt}>{formatExact(use.occurredAt, i18n.language)}</time>
        {serialNumber &&
          isSerialNumber(serialNumber) &&
          `, ${t('uses.card', { card: displaySerialNumber(serialNumber) })}`}
      </div>
      {container && (
        <div>
          {[t(`common:values.wasteStream.${container.wasteStream}`), group?.label, address].filter(Boolean).join(', ')}
        </div>
      )}
    </>
  );
}
