import { NativeSelect, Stack, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
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

  /** The apartment that was claimed, until it is before the resident. */
  const claimed = useRef<string | null>(null);
  const address = useRef<HTMLHeadingElement>(null);
  const byAddress = new Intl.Collator(i18n.language, { numeric: true });
  const apartments = data?.viewer.apartments.toSorted((a, b) => byAddress.compare(a.label, b.label)) ?? [];
  const chosen = apartments.find(({ id }) => id === parameters.get('apartment')) ?? apartments[0];
  useEffect(
    function leadToClaimed() {
      // Whoever has claimed it stands at the bottom of another one, or where there was none.
      if (claimed.current !== null && claimed.current === chosen?.id) {
        claimed.current = null;
        address.current?.focus();
        address.current?.scrollIntoView({ block: 'start' });
      }
    },
    [chosen?.id, parameters],
  );
  // Another apartment has pages of its own: what else the address says is left behind.
  const choose = (apartment: string) => setParameters({ apartment });
  function handleClaimed(apartment: string) {
    claimed.current = apartment;
    choose(apartment);
  }

  if (!data) {
    return <Pending error={error} refetch={refetch} permission="apartment:read" height={240} />;
  }
  if (!chosen) {
    return <ClaimApartment onClaimed={handleClaimed} />;
  }
  return (
    <Stack gap="xl" className={classes.home}>
      {apartments.length > 1 && (
        <NativeSelect
          label={t('choose')}
          size="md"
          value={chosen.id}
          data={apartments.map(({ id, label }) => ({ value: id, label }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <Title order={2} className={classes.address} ref={address} tabIndex={-1}>
        {chosen.label}
      </Title>
      <OwnCards key={`cards ${chosen.id}`} apartmentId={chosen.id} />
      <OwnContainers key={`containers ${chosen.id}`} apartmentId={chosen.id} />
      <OwnUses key={`uses ${chosen.id}`} apartmentId={chosen.id} />
      <ClaimApartment another onClaimed={handleClaimed} />
    </Stack>
  );
}
