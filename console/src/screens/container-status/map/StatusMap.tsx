import { Alert, Skeleton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from '../../../map/use-map.ts';
import classes from '../ContainerStatus.module.css';
import { boxOf } from './map-data.ts';
import { createMapView, type MapView } from './map-view.ts';
import { pointsOf, type Base } from '../news.ts';
import { formatBox, levels, readBox, type Box, type Level, type Overview } from '../overview.ts';
import { PickedContainers } from '../PickedContainers.tsx';
import type { StatusChanges } from '../changes.ts';

/** Milliseconds between two drawings of what has been reported: each gathers all clusters anew. */
const redrawMs = 1_000;
/** Pixels around the containers: clusters are larger than where they stand, and the words below them wider and two lines high. */
const padding = { top: 32, right: 40, bottom: 56, left: 40 } as const;
/** Around what the address says. */
const noPadding = { top: 0, right: 0, bottom: 0, left: 0 } as const;

export interface StatusMapProps {
  /** Undefined until it is here. */
  base: Base | undefined;
  /** It will not come: the map is opened without containers. */
  opensEmpty?: boolean;
  overview: Pick<Overview, 'level' | 'stale' | 'bbox'>;
  changes: StatusChanges;
  /** The container that is pointed at, here or in the list. */
  pointed: string | null;
  /** It stands beside a list of what is wrong: all other containers are faint. */
  isQuiet?: boolean;
  /** @param within - all that are under the pointer: beside a list, those of a cluster too. */
  onPoint: (id: string | null, within: readonly string[]) => void;
  /** The user has moved the map. */
  onMove?: (box: Box) => void;
  /** The map was put where it is without the user. */
  onPlaced?: (box: Box) => void;
}

type Words = Record<Level, string>;

const nothing = () => undefined;

/**
 * The containers where they stand. The list says all that it says. Where they are is known before the map is opened: opened sooner, it would
 * fetch and draw the whole earth first.
 */
export function StatusMap({ opensEmpty = false, ...props }: StatusMapProps) {
  return props.base || opensEmpty ? (
    <OpenMap {...props} />
  ) : (
    <Skeleton className={`${classes.map} ${classes.room}`} aria-hidden />
  );
}

function OpenMap({
  base,
  overview,
  changes,
  pointed,
  isQuiet = false,
  onPoint,
  onMove = nothing,
  onPlaced = nothing,
}: StatusMapProps) {
  const { t } = useTranslation(['containerStatus', 'common']);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const handleMove = useEffectEvent(onMove);
  const handlePoint = useEffectEvent(onPoint);
  const { room, view, trouble } = useMap(t('map.label'), (options) =>
    createMapView({
      ...options,
      isQuiet,
      words: Object.fromEntries(levels.map((each) => [each, t(`common:values.statusLevel.${each}`)])) as Words,
      onMove: (box) => handleMove(box),
      onPoint: (id, within) => handlePoint(id, within),
      onPick: setPicked,
    }),
  );

  useEffect(() => view?.point(pointed), [view, pointed]);

  const { level, stale } = overview;
  useEffect(
    function showAskedFor() {
      if (base) {
        view?.show(pointsOf(base, { level, stale }), [...base.points.values()]);
      }
    },
    [view, base, level, stale],
  );

  useFitting(view, base, overview.bbox, onPlaced);

  useEffect(
    function followChanges() {
      if (!view || !base) {
        return;
      }
      let drawn = base.mark;
      const timer = setInterval(() => {
        const mark = changes.mark();
        if (mark > drawn) {
          view.update(new Map(changes.allSince(drawn).map((change) => [change.id, change])));
          drawn = mark;
        }
      }, redrawMs);
      return () => clearInterval(timer);
    },
    [view, base, changes],
  );

  return (
    <div className={classes.map}>
      {trouble && (
        <Alert color="orange" role="status">
          {t(`map.${trouble}`)}
        </Alert>
      )}
      <div ref={room} className={classes.room} />
      {base && picked.length > 0 && (
        <PickedContainers ids={picked} base={base} changes={changes} onClose={() => setPicked([])} />
      )}
    </div>
  );
}

/** Puts the map where the address says, or around all containers once; where the user takes it, it stays. */
function useFitting(
  view: MapView | undefined,
  base: Base | undefined,
  bbox: Box | null,
  onPlaced: (box: Box) => void,
): void {
  const isPlaced = useRef(false);
  const asked = bbox && formatBox(bbox);
  const moveTo = useEffectEvent((box: Box, around: typeof padding | typeof noPadding) => {
    view?.fit(box, around);
    isPlaced.current = true;
    if (view) {
      onPlaced(view.box());
    }
  });
  useEffect(
    function fitAsked() {
      const box = readBox(asked);
      if (view && box && asked !== formatBox(view.box())) {
        moveTo(box, noPadding);
      }
    },
    [view, asked],
  );
  useEffect(
    function fitAll() {
      const box = base && boxOf([...base.points.values()]);
      if (view && box && !isPlaced.current) {
        moveTo(box, padding);
      }
    },
    [view, base],
  );
}
