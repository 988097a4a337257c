import { useApolloClient } from '@apollo/client/react';
import { parseAsBoolean, parseAsInteger, parseAsString, useQueryState } from 'nuqs';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useViewer } from '../../session/viewer.ts';
import { preferenceKeys, usePreference } from '../../ui/preferences.ts';
import { registryOf } from './registry.ts';
import type { ReaderNotation } from './scan.ts';
import { sound } from './sound.ts';
import { loadSteps, saveSteps } from './steps.ts';
import { heldCards, type HandoverApartment } from './use-handover.ts';
import { Workbench } from './workbench.ts';

/** Cards that each apartment may get at one go. */
export const cardsEachChoices = [1, 2, 3, 4] as const;

/** The workbench at an entrance. Where it stands is in the address, what can be undone in the tab: a reload loses neither. */
export function useWorkbench(entranceId: string, apartments: readonly HandoverApartment[]) {
  const client = useApolloClient();
  const [asked, setAsked] = useQueryState('ap', parseAsString.withOptions({ history: 'replace' }));
  const [each, setCardsEach] = useQueryState('each', parseAsInteger.withDefault(1).withOptions({ history: 'replace' }));
  const [registers, setRegisters] = useQueryState(
    'register',
    parseAsBoolean.withDefault(false).withOptions({ history: 'replace' }),
  );
  const { id: account, may } = useViewer();
  const mayRequest = may('cardRequest:send');
  const cardsEach = cardsEachChoices.find((choice) => choice === each) ?? 1;
  const [reader, setReader] = usePreference<ReaderNotation | null>(preferenceKeys.cardReader, null);
  const [isAudible, setAudible] = usePreference(preferenceKeys.handoverSound, true);

  const [workbench] = useState(() => {
    const start = apartments.find(({ id }) => id === asked) ?? apartments.find((each) => heldCards(each).length === 0);
    return new Workbench({
      registry: registryOf(client),
      position: (start ?? apartments[0])?.id ?? '',
      steps: loadSteps(account ?? '', entranceId),
      apartments,
      cardsEach,
      reader,
      registers,
      mayRequest,
    });
  });
  const state = useSyncExternalStore(workbench.subscribe, workbench.getState);
  const { position, steps, feedback } = state;

  useEffect(
    function keepUp() {
      workbench.configure({ apartments, cardsEach, reader, registers, mayRequest });
    },
    [workbench, apartments, cardsEach, reader, registers, mayRequest],
  );
  useEffect(
    function showPosition() {
      void setAsked(position);
    },
    [position, setAsked],
  );
  useEffect(
    function keepSteps() {
      saveSteps(account ?? '', entranceId, steps);
    },
    [account, entranceId, steps],
  );
  useEffect(
    function beep() {
      if (feedback && isAudible) {
        sound(feedback.tone);
      }
    },
    [feedback, isAudible],
  );

  return {
    workbench,
    state,
    cardsEach,
    setCardsEach,
    registers,
    setRegisters,
    reader,
    setReader,
    isAudible,
    setAudible,
  };
}
