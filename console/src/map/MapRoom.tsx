import { Button, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { IconMap } from '../ui/icons.ts';
import { phone, useViewport } from '../ui/preferences.ts';
import classes from './MapRoom.module.css';
import { whenIdle } from './when-idle.ts';

interface Props {
  /** What the button says that unfolds it. */
  unfold: string;
  fold: string;
  /** What it stands beside can be used: nothing of the map is loaded before. */
  isReady?: boolean;
  /** Screens on which it is folded up until somebody asks for it. */
  foldedOn?: string;
  /** Of the room, as CSS has it: nothing moves when the map comes. */
  height: string;
  children: ReactNode;
}

/**
 * Room for a map that a screen can be used without: its parts weigh more than all the rest. They are loaded once the rest stands, the
 * room is in sight and the browser has nothing better to do; on a small screen when somebody asks for the map.
 */
export function MapRoom({ unfold, fold, isReady = true, foldedOn = phone, height, children }: Props) {
  const id = useId();
  const isFolded = useViewport(foldedOn);
  const [isAsked, setIsAsked] = useState(false);
  const [isComing, setIsComing] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  const waits = isReady && !isFolded && !isComing;

  useEffect(
    function comeWhenSeen() {
      if (!waits || !room.current) {
        return;
      }
      let forget: (() => void) | undefined;
      const observer = new IntersectionObserver(([seen]) => {
        forget?.();
        forget = seen?.isIntersecting ? whenIdle(() => setIsComing(true)) : undefined;
      });
      observer.observe(room.current);
      return () => {
        observer.disconnect();
        forget?.();
      };
    },
    [waits],
  );

  const isShown = !isFolded || isAsked;
  const isLoaded = isFolded ? isAsked : isComing;
  const waiting = <Skeleton height="100%" />;
  return (
    <>
      {isFolded && (
        <Button
          variant="default"
          className={classes.fold}
          leftSection={<IconMap size={16} aria-hidden />}
          aria-expanded={isAsked}
          aria-controls={id}
          onClick={() => setIsAsked(!isAsked)}
        >
          {isAsked ? fold : unfold}
        </Button>
      )}
      <div id={id} ref={room} hidden={!isShown} className={classes.room} style={{ height }}>
        {isLoaded ? <Suspense fallback={waiting}>{children}</Suspense> : isShown && waiting}
      </div>
    </>
  );
}
