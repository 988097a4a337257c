import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IdentityTermsPartsFragment } from '../api/generated/graphql.ts';
import { useQuery } from '../api/use-query.ts';
import { formatNumber } from '../ui/values/format.ts';
import { ApartmentIdentityTermsDocument, CardIdentityTermsDocument } from './identity-terms.graphql.ts';

/** For how long it is kept who opened what, what for and by what right: whoever reads such events, the resident among them, is told. */
export function IdentityTerms({ terms }: { terms: IdentityTermsPartsFragment }) {
  const { t, i18n } = useTranslation('cards');
  const { days, payByUse, purpose, legalBasis } = terms;
  if (days === 0) {
    return <Text fz="sm">{t('identityTerms.none')}</Text>;
  }
  const why = [payByUse && t('identityTerms.payByUse'), purpose].filter(Boolean).join('; ');
  return (
    <Text fz="sm">
      {t('identityTerms.kept', { count: days, value: formatNumber(days, i18n.language) })}
      {why && ` ${t('identityTerms.purpose', { purpose: why })}`}
      {legalBasis && ` ${t('identityTerms.basis', { basis: legalBasis })}`}
    </Text>
  );
}

interface Props {
  of: 'apartment' | 'card';
  id: string;
}

/** The same, of the org of a record. */
export function IdentityTermsOf({ of, id }: Props) {
  const { data } = useQuery(of === 'card' ? CardIdentityTermsDocument : ApartmentIdentityTermsDocument, {
    variables: { id },
  });
  const terms = data?.record?.identityTerms;
  return terms ? <IdentityTerms terms={terms} /> : null;
}
