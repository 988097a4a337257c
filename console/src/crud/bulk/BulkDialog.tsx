import { Alert, Checkbox, List, NativeSelect, Text, Textarea } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkActions } from '@noa/domain/bulk.ts';
import { cardLimits, type CardTransition } from '@noa/domain/card.ts';
import { accessModes, type AccessMode } from '@noa/domain/vocabulary.ts';
import type { Failure } from '../../api/failure.ts';
import type { BulkForecastQuery, BulkJobInput } from '../../api/generated/graphql.ts';
import { StartBulkJobDocument } from '../../api/mutations/generated/start-bulk-job.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { TaskDialog } from '../form/TaskDialog.tsx';
import { Outdated } from '../list/Outdated.tsx';
import { RecordSelect } from '../picker/RecordSelect.tsx';
import type { BulkOffer } from './bulk-offer.ts';
import { BulkForecastDocument } from './bulk.graphql.ts';
import type { Chosen } from './use-selection.ts';
import { part } from '../../loading/part.ts';

const BulkEffect = part(async () => (await import('../effect/EffectText.tsx')).BulkEffect);

/** Managers open nothing, and what is told of a container does not decide who opens it. */
const concernsAccess = ({ action }: BulkOffer) => !['managerId', 'nothing'].includes(bulkActions[action].takes);

/** What the action does to each card, of those that do it to cards. */
const cardTransitions: Partial<Record<BulkOffer['action'], CardTransition>> = {
  block_cards: 'block',
  unblock_cards: 'unblock',
};

interface Props {
  offer: BulkOffer;
  selection: Chosen;
  filter: Readonly<Record<string, unknown>>;
  onClose: () => void;
  onStarted: (jobId: string) => void;
}

/** Asks what the action still has to know, says what it would do, and starts it. */
export function BulkDialog({ offer, selection, filter, onClose, onStarted }: Props) {
  const { action } = offer;
  const { t } = useTranslation(['bulk', 'common']);
  const [choice, setChoice] = useState(nothingChosen);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [start] = useMutation(StartBulkJobDocument);
  const values = valuesOf(offer, choice);
  const request: BulkJobInput = { action, ...recordsOf(offer, selection, filter), values: values ?? {} };
  const { data, error, refetch } = useQuery(BulkForecastDocument, {
    variables: { input: request },
    skip: values === undefined,
    fetchPolicy: 'no-cache',
  });
  const forecast = values && data?.bulkForecast;
  const transition = cardTransitions[action];

  async function startIt() {
    setMissing(values === undefined);
    setFailure(null);
    if (!forecast) {
      return false;
    }
    const input = { ...request, reason: choice.reason.trim() || null };
    const started = await start({ variables: { input, expectedCount: forecast.total } });
    if (started.data) {
      onStarted(started.data.startBulkJob.id);
    }
    return true;
  }

  return (
    <TaskDialog
      title={[t(`actions.${action}.title`), selection.called].filter(Boolean).join(': ')}
      action={forecast?.changed !== 0 && !error && t(`actions.${action}.name`)}
      danger={action === 'block_cards'}
      waits={values !== undefined && !forecast && !error}
      run={startIt}
      onRefused={(refusal) => {
        setFailure(refusal);
        void refetch();
        return true;
      }}
      onClose={onClose}
    >
      <Outdated error={error} refetch={refetch} />
      {failure && (failure.code === 'Conflict' ? <Changed /> : <FormFailure failure={failure} />)}
      <BulkFields offer={offer} choice={choice} onChange={setChoice} missing={missing && values === undefined} />
      <div role="status">
        {forecast && <Forecast action={action} forecast={forecast} />}
        {forecast && forecast.changed > 0 && concernsAccess(offer) && (
          <Suspense>
            {transition && <CardTransitionText transition={transition} />}
            <BulkEffect request={request} />
          </Suspense>
        )}
      </div>
    </TaskDialog>
  );
}

interface ForecastProps {
  action: BulkOffer['action'];
  forecast: BulkForecastQuery['bulkForecast'];
}

/** "312 carduri vor fi blocate", and what will not. */
function Forecast({ action, forecast: { changed, unchanged, refused } }: ForecastProps) {
  const { t, i18n } = useTranslation('bulk');
  const counted = (count: number) => ({ count, n: formatNumber(count, i18n.language) });
  return (
    <>
      <Text fw={600}>{t(changed > 0 ? `actions.${action}.will` : 'forecast.nothing', counted(changed))}</Text>
      {unchanged + refused > 0 && (
        <List fz="sm" mt={4}>
          {unchanged > 0 && <List.Item>{t('forecast.unchanged', counted(unchanged))}</List.Item>}
          {refused > 0 && <List.Item>{t('forecast.refused', counted(refused))}</List.Item>}
        </List>
      )}
    </>
  );
}

/** What comes of it that cards change their status: no lock knows of it at once. */
function CardTransitionText({ transition }: { transition: CardTransition }) {
  const { t } = useTranslation('cards');
  return <Text fz="sm">{t(`${transition}.text`)}</Text>;
}

/** The list has become longer or shorter while it was being confirmed. */
function Changed() {
  const { t } = useTranslation('bulk');
  return (
    <Alert color="blue" role="alert">
      {t('changedMeanwhile')}
    </Alert>
  );
}

interface BulkFieldsProps {
  offer: BulkOffer;
  choice: BulkChoice;
  onChange: (choice: BulkChoice) => void;
  /** The action was to start without what it takes. */
  missing: boolean;
}

/** The one thing that an action takes, if any. */
function BulkFields({ offer, choice, onChange, missing }: BulkFieldsProps) {
  const { t } = useTranslation(['bulk', 'common']);
  const { takes } = bulkActions[offer.action];
  const error = missing && t('common:form.required');
  switch (takes) {
    case 'reason':
      return (
        <Textarea
          label={t('fields.reason')}
          description={t('hints.reason')}
          maxLength={cardLimits.reasonLength}
          autosize
          minRows={2}
          value={choice.reason}
          onChange={(event) => onChange({ ...choice, reason: event.currentTarget.value })}
          autoFocus
        />
      );
    case 'accessMode':
      return (
        <NativeSelect
          label={t('fields.accessMode')}
          required
          error={error}
          value={choice.accessMode ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...choice, accessMode: accessModes.find((mode: AccessMode) => mode === value) ?? null });
          }}
          data={[
            { value: '', label: t('fields.choose') },
            ...accessModes.map((mode) => ({ value: mode, label: t(`accessMode.${mode}`) })),
          ]}
        />
      );
    case 'nothing':
      return null;
    default:
      return (
        <>
          {offer.picker && !choice.nobody && (
            <RecordSelect
              picker={offer.picker}
              label={t(`fields.${takes}`)}
              required
              error={error}
              value={choice.target}
              onChange={(target) => onChange({ ...choice, target })}
            />
          )}
          {takes === 'managerId' && (
            <Checkbox
              label={t('fields.nobody')}
              checked={choice.nobody}
              onChange={(event) => onChange({ ...choice, nobody: event.currentTarget.checked })}
            />
          )}
        </>
      );
  }
}

/** What somebody has told a bulk action so far. */
interface BulkChoice {
  readonly accessMode: AccessMode | null;
  /** The record to move to. */
  readonly target: string | null;
  /** To no record at all, said on purpose. */
  readonly nobody: boolean;
  readonly reason: string;
}

const nothingChosen: BulkChoice = { accessMode: null, target: null, nobody: false, reason: '' };

/** What the action takes; undefined while it was not told. */
function valuesOf({ action }: BulkOffer, choice: BulkChoice): BulkJobInput['values'] | undefined {
  const { accessMode, target, nobody } = choice;
  switch (bulkActions[action].takes) {
    case 'reason':
    case 'nothing':
      return {};
    case 'accessMode':
      return accessMode ? { accessMode } : undefined;
    case 'accessGroupId':
      return target ? { accessGroupId: target } : undefined;
    case 'managerId':
      return target || nobody ? { managerId: nobody ? null : target } : undefined;
  }
}

/** The rows that were picked, or the list's own filter when everything was. */
function recordsOf(
  { action }: BulkOffer,
  selection: Chosen,
  filter: Readonly<Record<string, unknown>>,
): Pick<BulkJobInput, 'selection' | 'filter'> {
  return selection.everything
    ? { filter: { [bulkActions[action].kind]: filter } }
    : { selection: [...selection.picked].map(([id, rowId]) => ({ id, rowId })) };
}
