import { NativeSelect, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useQuery } from '../../api/use-query.ts';
import { Pending } from '../../crud/list/Pending.tsx';
import { ClaimApartment } from './ClaimApartment.tsx';
import { OwnCards } from './OwnCards.tsx';
import { OwnContainers } from './OwnContainers.tsx';
import { OwnUses } from './OwnUses.tsx';
import { OwnApartmentsDocument } from './resident.graphql.ts';
import classes from './Resident.module.css';

/** A resident's apartments, one at a time; for who has none yet, the way to one. */
export function OwnApartments() {
  const { t, i18n } = useTranslation('resident');
  const [parameters, setParameters] = useSearchParams();
  const { data, error, refetch } = useQuery(OwnApartmentsDocument, { fetchPolicy: 'cache-and-network' });

  if (!data) {
    return <Pending error={error} refetch={refetch} permission="apartment:read" height={240} />;
  }
  const byAddress = new Intl.Collator(i18n.language, { numeric: true });
  const apartments = data.viewer.apartments.toSorted((a, b) => byAddress.compare(a.label, b.label));
  const [first] = apartments;
  if (!first) {
    return <ClaimApartment />;
  }
  const chosen = apartments.find(({ id }) => id === parameters.get('apartment')) ?? first;
  return (
    <Stack gap="xl" className={classes.home}>
      {apartments.length > 1 && (
        <NativeSelect
          label={t('choose')}
          size="md"
          value={chosen.id}
          data={apartments.map(({ id, label }) => ({ value: id, label }))}
          // Another apartment has pages of its own: what else the address says is left behind.
          onChange={(event) => setParameters({ apartment: event.currentTarget.value })}
        />
      )}
      <Title order={2} className={classes.address}>
        {chosen.label}
      </Title>
      <OwnCards key={`cards ${chosen.id}`} apartmentId={chosen.id} />
      <OwnContainers key={`containers ${chosen.id}`} apartmentId={chosen.id} />
      <OwnUses key={`uses ${chosen.id}`} apartmentId={chosen.id} />
      <ClaimApartment another />
    </Stack>
  );
}
