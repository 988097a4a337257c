import { Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The whole page while nobody is signed in (specification §1); `children` say more when it cannot go on. */
export function LoadingPage({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center" maw={480}>
        {children ?? (
          <>
            <Loader aria-hidden />
            <Text role="status">{t('loading.page')}</Text>
          </>
        )}
      </Stack>
    </Center>
  );
}

/** In place of a screen that is being loaded (specification §2). */
export function LoadingScreen() {
  const { t } = useTranslation();
  return (
    <Text role="status" c="dimmed">
      {t('loading.screen')}
    </Text>
  );
}
