import { part } from '../../loading/part.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';

// What few forms come to show. Side by side, so that which files they are made of is written once into what every form waits for.

export const ConflictDialog = part(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
  <LoadingScreen />,
);
export const RestoredDraft = part(async () => (await import('./RestoredDraft.tsx')).RestoredDraft, null);
