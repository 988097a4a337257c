import { useEffect, useState } from 'react';
import { whenIdle } from '../../map/when-idle.ts';
import { pause } from '../../pause.ts';
import type { Session } from '../../session/session.ts';
import { Notices } from './Notices.tsx';

/** Milliseconds after which nothing waits for the first screen any longer: a session is watched even if nothing is answered. */
const latestMs = 5_000;
/** Milliseconds until what did not come is asked for again. */
const againMs = 30_000;

interface Props {
  session: Session;
  /** Resolves when the first screen has all that it needs. */
  screen: Promise<unknown>;
}

/** What comes behind the first screen, which can be used without: what renews, watches and ends the session, and what draws messages. */
export function Behind({ session, screen }: Props) {
  const [isDue, setIsDue] = useState(false);
  useEffect(
    // Once what is known already has been drawn.
    function comeBehind() {
      void whenUsable(session, screen).then(() => {
        setIsDue(true);
        void fetchLibrary(session);
      });
    },
    [session, screen],
  );
  return <Notices isDue={isDue} />;
}

async function whenUsable(session: Session, screen: Promise<unknown>): Promise<void> {
  await session.somebody();
  await Promise.race([screen, pause(latestMs)]);
  await new Promise<void>((resolve) => whenIdle(resolve));
}

/** Again and again until it is here; the token that is kept serves meanwhile. */
async function fetchLibrary(session: Session): Promise<void> {
  for (;;) {
    try {
      await session.manager(false);
      return;
    } catch (error) {
      console.error('What watches the session did not come', error);
      await pause(againMs);
    }
  }
}
