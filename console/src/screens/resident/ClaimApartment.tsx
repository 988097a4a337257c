import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanClaimCode, isClaimCode } from '@noa/domain/codes/claim-code.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { RedeemClaimCodeDocument } from '../../api/mutations/generated/redeem-claim-code.graphql.ts';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import classes from './Resident.module.css';

/** Dashes and spaces that people put between the symbols fit in as well. */
const maxLength = 24;

/** The code that the QR of a letter brings along (`paths.claim`). */
const codeOfAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('claim') ?? '';

/** A locale key, and until when it holds. */
interface Problem {
  readonly key: string;
  readonly at?: string;
}

interface Props {
  /** There is one already. */
  another?: boolean;
  /** The apartment is among the account's. */
  onClaimed: (apartmentId: string) => void;
}

/** How an account comes to its apartment: by the code from a letter. */
export function ClaimApartment({ another = false, onClaimed }: Props) {
  const { t, i18n } = useTranslation('resident');
  const client = useApolloClient();
  const [redeem, { loading }] = useMutation(RedeemClaimCodeDocument);
  const [code, setCode] = useState(codeOfAddress);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function claim() {
    const cleaned = cleanClaimCode(code);
    setFailure(null);
    setProblem(isClaimCode(cleaned) ? null : { key: cleaned === '' ? 'common:form.required' : 'claim.badCode' });
    if (!isClaimCode(cleaned)) {
      return;
    }
    try {
      const { data } = await redeem({ variables: { code: cleaned } });
      setCode('');
      const card = data?.redeemClaimCode;
      notifySuccess(t('claim.done', { card: card?.displaySerialNumber }));
      // It is claimed; what cannot be asked for anew says so where it stands.
      await client.refetchQueries({ include: 'active' }).catch(() => null);
      // The newest is the first; a card on a phone is of one apartment at a time.
      const apartmentId = card?.apartmentCards[0]?.apartment?.id;
      if (apartmentId) {
        onClaimed(apartmentId);
      }
    } catch (refusal) {
      show(describeFailure(refusal));
    }
  }

  function show(refused: Failure) {
    const retryAt = refused.extensions['retryAt'];
    if (refused.fields['code']) {
      setProblem({ key: 'claim.refused' });
    } else if (refused.code === 'LimitExceeded' && typeof retryAt === 'string') {
      setProblem({ key: 'claim.tooMany', at: retryAt });
    } else {
      setFailure(refused);
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void claim();
  }

  return (
    <section aria-labelledby="claim" className={classes.home}>
      <Title order={another ? 3 : 2} fz="lg" mb="sm" id="claim">
        {t(another ? 'claim.another' : 'claim.title')}
      </Title>
      <form onSubmit={handleSubmit} noValidate>
        <Stack maw={480}>
          <Text>{t('claim.text')}</Text>
          {failure && <FormFailure failure={failure} />}
          <TextInput
            label={t('claim.code')}
            description={t('claim.codeHint')}
            size="lg"
            classNames={{ input: classes.claimCode ?? '' }}
            required
            maxLength={maxLength}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            error={problem && t(problem.key, { when: problem.at && formatExact(problem.at, i18n.language) })}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Text fz="sm">{t('claim.limits')}</Text>
          <Button type="submit" size="md" loading={loading}>
            {t('claim.submit')}
          </Button>
        </Stack>
      </form>
    </section>
  );
}
