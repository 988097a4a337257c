import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { describeFailure } from '../../../api/failure.ts';
import type { PlatformSpotsQuery } from '../../../api/generated/graphql.ts';
import { openBaseMap, type BaseMapOptions } from '../../../map/base-map.ts';
import { empty, type Scheme } from '../../../map/base-style.ts';
import { canDraw } from '../../../map/can-draw.ts';
import { cornersOf } from '../../../map/spot/spot.ts';
import { font } from '../../../map/streets/streets-style.ts';
import { useMap } from '../../../map/use-map.ts';
import { ReportFailure } from '../answer/ReportFailure.tsx';
import type { Question } from '../question/use-question.ts';
import { useFigures } from '../use-figures.ts';
import classes from './Chart.module.css';
import { spotsInput } from './chart-question.ts';
import { PlatformSpotsDocument } from './platform-spots.graphql.ts';
import { greatestRadius, placed, radiusOf, type PlatformFigure } from './platform-figures.ts';

type Platform = PlatformSpotsQuery['containerGroups']['nodes'][number];

interface Props {
  name: string;
  question: Question;
  metric: ReportMetric;
  figureText: (figure: number) => string;
}

/** A report's figure where its container groups stand; the table says the same. */
export function PlatformMap(props: Props) {
  const { t } = useTranslation('reports');
  const { name, question, metric, figureText } = props;
  const [draws] = useState(canDraw);
  const { platforms, failure, retry } = usePlatforms();
  const { data, error, refetch } = useFigures(name, spotsInput(question, metric));
  const rows = data?.report.rows;
  const found = useMemo(
    () =>
      rows &&
      platforms &&
      placed(
        rows.flatMap(([id, figure]) => (typeof id === 'string' ? [[id, figure as number | null] as const] : [])),
        platforms,
      ),
    [rows, platforms],
  );
  if (!draws) {
    return <Text fz="sm">{t('chart.map.none')}</Text>;
  }
  const trouble = error ?? failure;
  if (trouble && !found) {
    return <ReportFailure failure={describeFailure(trouble)} onRetry={failure ? retry : () => void refetch()} />;
  }
  if (!found) {
    return <Skeleton height="100%" />;
  }
  if (found.shown.length === 0) {
    return <Text fz="sm">{t('chart.map.noSpots')}</Text>;
  }
  return (
    <Stack gap={4} h="100%">
      <Spots
        figures={found.shown}
        label={t('chart.map.label', { metric: t(`fields.${metric}`) })}
        figureText={figureText}
      />
      {found.without > 0 && <Text fz="xs">{t('chart.map.without', { count: found.without })}</Text>}
    </Stack>
  );
}

interface SpotsProps {
  figures: readonly PlatformFigure[];
  label: string;
  figureText: (figure: number) => string;
}

function Spots({ figures, label, figureText }: SpotsProps) {
  const { t } = useTranslation('reports');
  const { room, view, trouble } = useMap(label, createPlatformView);
  const show = useEffectEvent((shown: readonly PlatformFigure[]) => view?.show(shown, figureText));
  useEffect(() => show(figures), [view, figures]);
  return (
    <>
      {trouble && (
        <Alert color="orange" role="status">
          {t(trouble === 'failed' ? 'chart.map.failed' : 'chart.map.styleFailed')}
        </Alert>
      )}
      <div ref={room} className={classes.spots} />
    </>
  );
}

/** All container groups that the viewer may see, some pages at most. */
function usePlatforms() {
  const client = useApolloClient();
  const [platforms, setPlatforms] = useState<readonly Platform[]>();
  const [failure, setFailure] = useState<Error>();
  const [tries, setTries] = useState(0);
  useEffect(
    function askForAll() {
      let isWanted = true;
      const ask = async (after: string | null, before: readonly Platform[]): Promise<readonly Platform[]> => {
        const { data } = await client.query({ query: PlatformSpotsDocument, variables: { after } });
        const { nodes = [], pageInfo } = data?.containerGroups ?? {};
        const all = [...before, ...nodes];
        return pageInfo?.hasNextPage && all.length < mostPlatforms ? ask(pageInfo.endCursor ?? null, all) : all;
      };
      ask(null, []).then(
        (all) => isWanted && setPlatforms(all),
        (error: unknown) => isWanted && setFailure(error as Error),
      );
      return () => {
        isWanted = false;
      };
    },
    [client, tries],
  );
  const retry = () => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return { platforms, failure, retry };
}

/** A county has fewer; ten questions are asked for them. */
const mostPlatforms = 2_000;

const colors = {
  light: { fill: '#935026', edge: '#fffdfb', words: '#2e2622', halo: '#fffdfb' },
  dark: { fill: '#d0a385', edge: '#171412', words: '#f3ece7', halo: '#171412' },
} as const satisfies Record<Scheme, Record<string, string>>;

const padding = 40;

function paintOf(scheme: Scheme) {
  const { fill, edge, words, halo } = colors[scheme];
  return [
    ['figures', 'circle-color', fill],
    ['figures', 'circle-stroke-color', edge],
    ['figure-words', 'text-color', words],
    ['figure-words', 'text-halo-color', halo],
  ] as const;
}

/** Figures where their platforms stand, as circles whose area is the figure, the least over the greatest. */
function createPlatformView(options: BaseMapOptions) {
  const base = openBaseMap(options, draw, paintOf);
  const { map } = base;
  let data: Parameters<GeoJSONSource['setData']>[0] = empty.data;
  let isShown = false;

  function draw(): void {
    map.addSource('figures', { ...empty, data });
    map.addLayer({
      id: 'figures',
      type: 'circle',
      source: 'figures',
      layout: { 'circle-sort-key': ['-', 0, ['get', 'radius']] },
      paint: { 'circle-radius': ['get', 'radius'], 'circle-opacity': 0.75, 'circle-stroke-width': 1.5 },
    });
    map.addLayer({
      id: 'figure-words',
      type: 'symbol',
      source: 'figures',
      layout: {
        'symbol-sort-key': ['-', 0, ['get', 'radius']],
        // From afar the figure alone; close by also whose it is.
        'text-field': [
          'step',
          ['zoom'],
          ['get', 'figure'],
          14.5,
          ['concat', ['get', 'label'], '\n', ['get', 'figure']],
        ],
        'text-font': font,
        'text-size': 11,
        'text-optional': true,
        'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
        'text-radial-offset': 1.2,
      },
      paint: { 'text-halo-width': 1.5 },
    });
  }

  return {
    /** @param textOf - how a figure is written. */
    show(figures: readonly PlatformFigure[], textOf: (figure: number) => string) {
      const most = Math.max(0, ...figures.map(({ figure }) => figure));
      const greatest = greatestRadius(figures.length);
      data = {
        type: 'FeatureCollection',
        features: figures.map(({ lat, lng, label, figure }) => ({
          type: 'Feature',
          properties: { radius: radiusOf(figure, most, greatest), label, figure: textOf(figure) },
          geometry: { type: 'Point', coordinates: [lng, lat] },
        })),
      };
      const corners = cornersOf(figures);
      if (corners && !isShown) {
        map.fitBounds(corners, { padding, maxZoom: 16, animate: false });
        isShown = true;
      }
      if (base.isReady()) {
        void map.getSource<GeoJSONSource>('figures')?.setData(data);
      }
    },
    setScheme: base.setScheme,
    remove: base.remove,
  };
}
