import { Text } from '@mantine/core';
import { isOutdated } from '../api/failure.ts';
import { TaskDialog } from './form/TaskDialog.tsx';

interface Props {
  title: string;
  text: string;
  /** On the button that does it. */
  action: string;
  run: () => Promise<unknown>;
  /** Said when it is done. */
  done: string;
  /** Asks anew for what is shown around it: when it is done, and when it was refused because that is no longer as it was. */
  onDone?: () => void;
  /** Whether other parts of the page show what it takes away: they are asked anew. */
  refreshes?: boolean;
  onClose: () => void;
}

/** Asks before something is taken away that is not a record. */
export const ConfirmDialog = ({ text, run, onDone, ...task }: Props) => (
  <TaskDialog
    {...task}
    danger
    run={async () => {
      await run();
      onDone?.();
    }}
    onRefused={(refusal) => {
      // Somebody else has taken it away, or changed it: it is asked anew what there is, as when it was done here.
      if (isOutdated(refusal)) {
        onDone?.();
      }
      return false;
    }}
  >
    <Text fz="sm">{text}</Text>
  </TaskDialog>
);
