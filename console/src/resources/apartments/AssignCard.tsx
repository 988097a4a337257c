import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRandomUid, readSerial } from '@noa/domain/codes/card-code.ts';
import { card as cardKind } from '@noa/domain/kinds/card.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import type { FindCardsQuery } from '../../api/generated/graphql.ts';
import { AssignCardDocument } from '../../api/mutations/generated/assign-card.graphql.ts';
import { RequestCardDocument } from '../../api/mutations/generated/request-card.graphql.ts';
import { CreateCardDocument } from '../../api/kinds/generated/card.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { EffectPreview } from '../../crud/effect/EffectPreview.tsx';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { useViewer } from '../../session/viewer.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { FindCardsDocument } from './apartment.graphql.ts';
import classes from './ApartmentCards.module.css';

interface Props {
  apartmentId: string;
  /** The org a new card is registered for. */
  orgId: string | null;
  onClose: () => void;
}

const searchMs = 250;
/** Symbols from which cards are looked for. */
const minSymbols = 3;

type FoundCard = FindCardsQuery['cards']['nodes'][number];

/** Hands a card to an apartment: one that is registered, found by its serial, or a new one of that serial. */
export function AssignCard({ apartmentId, orgId, onClose }: Props) {
  const { t } = useTranslation(['apartments', 'common']);
  const viewer = useViewer();
  const client = useApolloClient();
  const [serial, setSerial] = useState('');
  const [deliveryNote, setDeliveryNote] = useState('');
  const [q] = useDebouncedValue(serial.trim(), searchMs);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [register] = useMutation(CreateCardDocument);
  const [request] = useMutation(RequestCardDocument);
  const [assign] = useMutation(AssignCardDocument);
  const { data, error, loading } = useQuery(FindCardsDocument, {
    variables: { q },
    skip: q.length < minSymbols,
    fetchPolicy: 'network-only',
  });
  const found = q.length < minSymbols ? [] : (data?.cards.nodes ?? []);
  const known = new Set(found.map(({ serialNumber }) => serialNumber));
  const registers = viewer.may('card:write');
  const readings =
    registers || viewer.may('cardRequest:send')
      ? readSerial(q).filter(({ serialNumber }) => !known.has(serialNumber))
      : [];
  // What handing it out would do is told of the card that is meant: the only one that has this serial.
  const [only] = found.length === 1 ? found.filter((card) => canBeGiven(card)) : [];
  // Where no answer came it is not known whether a card has this serial.
  const unanswered = q.length >= minSymbols && error;
  const searched = q.length >= minSymbols && !loading && !error;

  async function run(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      notifySuccess(done);
      void client.refetchQueries({ include: 'active' });
      onClose();
    } catch (refusal) {
      setFailure(describeFailure(refusal));
      setBusy(false);
    }
  }
  const handOut = (cardId: string) => run(() => assign({ variables: { apartmentId, cardId } }), t('assign.done'));
  /** Enter gives the card that is shown; a reader's own, which comes before the card is found, and one for a new card give nothing. */
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.repeat && only && searched && !busy && serial.trim() === q) {
      void handOut(only.id);
    }
  }
  async function registerAndGive(serialNumber: string) {
    const { data: created } = await register({
      variables: { input: { serialNumber, kind: 'physical', deliveryNote, orgId } },
    });
    await assign({ variables: { apartmentId, cardId: created?.createCard.id ?? '' } });
  }
  /** A card that is not registered goes into the stock by those who may; the others ask the org for it. */
  const handOutNew = (serial: string) => {
    const serialNumber = serial.match(/../g)?.join(':') ?? serial;
    return registers
      ? run(() => registerAndGive(serialNumber), t('assign.done'))
      : run(() => request({ variables: { apartmentId, serialNumber } }), t('assign.requested'));
  };

  return (
    <Dialog title={t('assign.open')} onClose={onClose}>
      <Stack>
        {failure && <FormFailure failure={failure} />}
        {unanswered && <FormFailure failure={describeFailure(unanswered)} />}
        <TextInput
          label={t('assign.serial')}
          description={t('assign.serialHint')}
          value={serial}
          onChange={(event) => setSerial(event.currentTarget.value)}
          onKeyDown={handleKey}
          autoComplete="off"
          autoFocus
        />
        <ul className={classes.found} aria-label={t('assign.found')} aria-busy={loading}>
          {found.map((card) => (
            <li key={card.id}>
              <strong>{card.displaySerialNumber}</strong>
              <CardStatusBadge status={card.status} />
              <CardHolder card={card} />
              <Button size="xs" loading={busy} disabled={!canBeGiven(card)} onClick={() => void handOut(card.id)}>
                {t('assign.give')}
              </Button>
            </li>
          ))}
          {searched &&
            readings.map(({ serialNumber, displaySerialNumber }) => (
              <li key={serialNumber}>
                <strong>{displaySerialNumber}</strong>
                {isRandomUid(serialNumber) ? (
                  <span>{t('common:form.randomSerial')}</span>
                ) : (
                  <>
                    <span>{t('assign.newCard', { serial: serialNumber })}</span>
                    <Button size="xs" loading={busy} onClick={() => void handOutNew(serialNumber)}>
                      {t(registers ? 'assign.registerAndGive' : 'assign.request')}
                    </Button>
                  </>
                )}
              </li>
            ))}
        </ul>
        {registers && searched && readings.length > 0 && (
          <TextInput
            label={t('assign.deliveryNote')}
            description={t('assign.deliveryNoteHint')}
            maxLength={cardKind.fields.deliveryNote.max}
            value={deliveryNote}
            onChange={(event) => setDeliveryNote(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        {only && <EffectPreview change={{ assignCard: { apartmentId, cardId: only.id } }} />}
        {searched && found.length === 0 && readings.length === 0 && (
          <Text fz="sm" role="status">
            {t('assign.notFound')}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

const canBeGiven = (card: FoundCard) => card.viewerCanAssign && holderOf(card) === undefined;

const holderOf = ({ apartmentCards }: FoundCard) => apartmentCards.find(({ active }) => active)?.apartment;

function CardHolder({ card }: { card: FoundCard }) {
  const { t } = useTranslation('apartments');
  const holder = holderOf(card);
  return <span>{holder ? t('assign.heldBy', { apartment: holder.label }) : t('assign.free')}</span>;
}
