import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRandomUid, readSerial, type Reading } from '@noa/domain/codes/card-code.ts';
import { card as cardKind } from '@noa/domain/kinds/card.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import type { FindCardsQuery } from '../../api/generated/graphql.ts';
import { AssignCardDocument } from '../../api/mutations/generated/assign-card.graphql.ts';
import { RequestCardDocument } from '../../api/mutations/generated/request-card.graphql.ts';
import { CreateCardDocument } from '../../api/kinds/generated/card.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { EffectPreview } from '../../crud/effect/EffectPreview.tsx';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { notifyFailureOf } from '../../api/notify-failure.ts';
import { useIsShown } from '../../crud/use-leave.ts';
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

/** Hands a card to an apartment: one that is registered, found by its serial, or a new one of that serial. */
export function AssignCard({ apartmentId, orgId, onClose }: Props) {
  const { t } = useTranslation(['apartments', 'common']);
  const [serial, setSerial] = useState('');
  const [deliveryNote, setDeliveryNote] = useState('');
  const search = useCardSearch(serial);
  const { only, readings, isKnown } = search;
  const { registers, busy, failure, giveKnown, giveNew } = useGiving({ apartmentId, orgId, onClose }, deliveryNote);
  /** Enter gives the card that is shown; a reader's own, which comes before the card is found, and one for a new card give nothing. */
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.repeat && only && isKnown && !busy && !search.isTyping) {
      giveKnown(only.id);
    }
  }

  return (
    <Dialog title={t('assign.open')} onClose={onClose}>
      <Stack>
        {failure && <FormFailure failure={failure} />}
        {search.error && <FormFailure failure={describeFailure(search.error)} />}
        <TextInput
          label={t('assign.serial')}
          description={t('assign.serialHint')}
          value={serial}
          onChange={(event) => setSerial(event.currentTarget.value)}
          onKeyDown={handleKey}
          autoComplete="off"
          autoFocus
        />
        <FoundCards search={search} busy={busy} registers={registers} onGive={giveKnown} onGiveNew={giveNew} />
        {registers && isKnown && readings.length > 0 && (
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
        {isKnown && search.found.length === 0 && readings.length === 0 && (
          <Text fz="sm" role="status">
            {t('assign.notFound')}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

/** Ways to hand a card out; the dialog closes once it is done. */
function useGiving({ apartmentId, orgId, onClose }: Props, deliveryNote: string) {
  const { t } = useTranslation('apartments');
  const registers = useViewer().may('card:write');
  const client = useApolloClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();
  const [register] = useMutation(CreateCardDocument);
  const [request] = useMutation(RequestCardDocument);
  const [assign] = useMutation(AssignCardDocument);

  async function run(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      notifySuccess(done);
      if (isShown()) {
        onClose();
      }
    } catch (refusal) {
      if (isShown()) {
        setFailure(describeFailure(refusal));
        setBusy(false);
      } else {
        notifyFailureOf(t('assign.open'), refusal);
      }
    }
    // After a refusal too: the card may have another holder by now, or be registered.
    void client.refetchQueries({ include: 'active' }).catch(() => null);
  }
  async function registerAndGive(serialNumber: string) {
    const { data: created } = await register({
      variables: { input: { serialNumber, kind: 'physical', deliveryNote, orgId } },
    });
    await assign({ variables: { apartmentId, cardId: created?.createCard.id ?? '' } });
  }
  const giveKnown = (cardId: string) =>
    void run(() => assign({ variables: { apartmentId, cardId } }), t('assign.done'));
  /** A card that is not registered goes into the stock by those who may; the others ask the org for it. */
  function giveNew(serial: string) {
    const serialNumber = serial.match(/../g)?.join(':') ?? serial;
    void (registers
      ? run(() => registerAndGive(serialNumber), t('assign.done'))
      : run(() => request({ variables: { apartmentId, serialNumber } }), t('assign.requested')));
  }
  return { registers, busy, failure, giveKnown, giveNew };
}

interface FoundCardsProps {
  search: ReturnType<typeof useCardSearch>;
  busy: boolean;
  /** Whether a card that is not registered can be registered; else the org is asked for it. */
  registers: boolean;
  onGive: (cardId: string) => void;
  onGiveNew: (serialNumber: string) => void;
}

/** The cards of a serial that was typed, and what can be done with each. */
function FoundCards({ search, busy, registers, onGive, onGiveNew }: FoundCardsProps) {
  const { t } = useTranslation('apartments');
  return (
    <ul className={`plain ${classes.found}`} aria-label={t('assign.found')} aria-busy={search.loading}>
      {search.found.map((card) => (
        <li key={card.id}>
          <strong>{card.displaySerialNumber}</strong>
          <CardStatusBadge status={card.status} />
          <CardHolder card={card} />
          <Button size="xs" loading={busy} disabled={!canBeGiven(card)} onClick={() => onGive(card.id)}>
            {t('assign.give')}
          </Button>
        </li>
      ))}
      {search.isKnown &&
        search.readings.map((reading) => (
          <li key={reading.serialNumber}>
            <strong>{reading.displaySerialNumber}</strong>
            <NewCard reading={reading} busy={busy} registers={registers} onGive={onGiveNew} />
          </li>
        ))}
    </ul>
  );
}

/** Who holds the card, or why it is handed to nobody. */
function CardHolder({ card }: { card: FoundCard }) {
  const { t } = useTranslation(['apartments', 'common']);
  const holder = holderOf(card);
  const free = card.status === 'blocked' ? t('common:form.cardBlocked') : t('assign.free');
  return <span>{holder ? t('assign.heldBy', { apartment: holder.label }) : free}</span>;
}

interface NewCardProps extends Pick<FoundCardsProps, 'busy' | 'registers'> {
  reading: Reading;
  onGive: (serialNumber: string) => void;
}

/** A serial that no card has; one that its card makes up anew each time is none. */
function NewCard({ reading: { serialNumber }, busy, registers, onGive }: NewCardProps) {
  const { t } = useTranslation(['apartments', 'common']);
  if (isRandomUid(serialNumber)) {
    return <span>{t('common:form.randomSerial')}</span>;
  }
  return (
    <>
      <span>{t('assign.newCard', { serial: serialNumber })}</span>
      <Button size="xs" loading={busy} onClick={() => onGive(serialNumber)}>
        {t(registers ? 'assign.registerAndGive' : 'assign.request')}
      </Button>
    </>
  );
}

const searchMs = 250;
/** Symbols from which cards are looked for. */
const minSymbols = 3;

type FoundCard = FindCardsQuery['cards']['nodes'][number];

/** The apartment that holds a card now. */
const holderOf = ({ apartmentCards }: FoundCard) => apartmentCards.find(({ active }) => active)?.apartment;

const canBeGiven = (card: FoundCard): boolean =>
  card.status === 'normal' && card.viewerCanAssign && holderOf(card) === undefined;

/** Looks for cards by a serial as it is typed, in any notation. */
function useCardSearch(serial: string) {
  const viewer = useViewer();
  const typed = serial.trim();
  const [q] = useDebouncedValue(typed, searchMs);
  const isAsked = q.length >= minSymbols;
  const { data, error, loading } = useQuery(FindCardsDocument, {
    variables: { q },
    skip: !isAsked,
    fetchPolicy: 'network-only',
  });
  const found = isAsked ? (data?.cards.nodes ?? []) : [];
  const known = new Set(found.map(({ serialNumber }) => serialNumber));
  const mayAdd = viewer.may('card:write') || viewer.may('cardRequest:send');
  const [only] = found.length === 1 ? found.filter(canBeGiven) : [];
  return {
    /** Registered cards. */
    found,
    /** As which serials what was typed can be read that no card found has; none for who may neither register a card nor ask for it. */
    readings: mayAdd ? readSerial(q).filter(({ serialNumber }) => !known.has(serialNumber)) : [],
    /** The only card that has the serial, if it can be given. */
    only,
    loading,
    /** Whether what was typed is not looked for yet. */
    isTyping: typed !== q,
    /** Whether it is known which cards have the serial that was looked for: where no answer came it is not. */
    isKnown: isAsked && !loading && !error,
    error: isAsked ? error : undefined,
  };
}
