import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How an account comes to its apartment. */
export function ClaimApartment({ another = false }: { another?: boolean }) {
  const { t } = useTranslation('resident');
  return (
    <section aria-labelledby="claim">
      <Title order={another ? 3 : 2} fz="lg" id="claim">
        {t(another ? 'claim.another' : 'claim.title')}
      </Title>
      <Text>{t('claim.text')}</Text>
    </section>
  );
}
