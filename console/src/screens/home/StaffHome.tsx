import { Skeleton, Stack, Title } from '@mantine/core';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../session/viewer.ts';
import { useNow } from '../../ui/values/clock.ts';
import { FigureTile } from './FigureTile.tsx';
import { figuresOf, registryFigures } from './figures.ts';
import classes from './StaffHome.module.css';
import { LastImportTile } from './LastImportTile.tsx';

// The figures come first.
const EventChart = lazy(async () => ({ default: (await import('./EventChart.tsx')).EventChart }));

const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }));

/** What deserves a look today, and what there is; each as far as the viewer may see it, and leading to its list. */
export function StaffHome() {
  const { t } = useTranslation('home');
  const viewer = useViewer();
  const now = useNow();
  const day = new Intl.DateTimeFormat('sv-SE').format(now);
  const figures = useMemo(() => figuresOf(day), [day]);
  return (
    <Stack gap="xl">
      {viewer.may('orgSettings:read') && (
        <Suspense fallback={null}>
          <FirstSteps />
        </Suspense>
      )}
      <Tiles title={t('today')} id="home-today">
        {figures
          .filter(({ permission }) => viewer.may(permission))
          .map((figure) => (
            <li key={figure.name}>
              <FigureTile figure={figure} />
            </li>
          ))}
        {viewer.may('import:run') && (
          <li>
            <LastImportTile />
          </li>
        )}
      </Tiles>
      {viewer.may('cardEvent:read') && (
        <Suspense fallback={<Skeleton height={240} />}>
          <EventChart />
        </Suspense>
      )}
      <Tiles title={t('registry')} id="home-registry">
        {registryFigures
          .filter(({ permission }) => viewer.may(permission))
          .map((figure) => (
            <li key={figure.name}>
              <FigureTile figure={figure} />
            </li>
          ))}
      </Tiles>
    </Stack>
  );
}

function Tiles({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="xs">
        {title}
      </Title>
      <ul className={classes.tiles}>{children}</ul>
    </section>
  );
}
