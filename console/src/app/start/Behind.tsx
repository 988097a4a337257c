import { useNotifications } from '@mantine/notifications';
import { useEffect, useState, type ComponentType } from 'react';
import { fetchCode } from '../../loading/fetch-code.ts';
import { whenIdle } from '../../map/when-idle.ts';
import { pause } from '../../pause.ts';
import type { Session } from '../../session/session.ts';

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

/**
 * Where messages appear. What draws them comes when it is due, or with the first message: what was said before appears then. If it does not
 * come it takes no screen along, and the next message asks for it again.
 */
function Notices({ isDue }: { isDue: boolean }) {
  const [Container, setContainer] = useState<ComponentType>();
  const { notifications } = useNotifications();
  const isAwaited = notifications.length > 0;

  useEffect(
    function fetchContainer() {
      if (!Container && (isDue || isAwaited)) {
        fetchCode(() => import('./NoticeContainer.tsx'), isAwaited).then(
          ({ NoticeContainer }) => setContainer(() => NoticeContainer),
          (error: unknown) => console.error('What draws messages did not come', error),
        );
      }
    },
    [Container, isDue, isAwaited, notifications],
  );
  return Container && <Container />;
}
