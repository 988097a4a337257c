import { Button } from '@mantine/core';
import { useState } from 'react';
import { notifyFailure } from '../../api/notify-failure.ts';
import { IconDownload } from '../../ui/icons.ts';

interface Props {
  label: string;
  /** Fetches what is to be saved, and saves it. */
  download: () => Promise<void>;
}

/** Gives a file to the browser's downloads, and says so while it is fetched, or why it was not. */
export function DownloadButton({ label, download }: Props) {
  const [fetching, setFetching] = useState(false);

  async function handleClick() {
    setFetching(true);
    try {
      await download();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setFetching(false);
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={fetching}
      onClick={() => void handleClick()}
    >
      {label}
    </Button>
  );
}
