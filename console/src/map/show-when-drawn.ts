import type { Map as MapLibre } from 'maplibre-gl';

/** Milliseconds between two looks whether it is drawn. */
const lookMs = 30;
/** Milliseconds after which a map is shown as it is: its streets may come over a slow line. */
const mostMs = 3_000;

/**
 * Keeps a map out of the page until it has been drawn once. Without a graphics card a browser waits for each frame of what is in the page, and
 * for the first ones, whose programs are to be compiled, a third of a second; nobody waits for what is not.
 */
export function showWhenDrawn(map: MapLibre): void {
  const canvas = map.getCanvas();
  const gl = canvas.getContext('webgl2');
  let next: ReturnType<typeof setTimeout> | undefined;
  canvas.hidden = true;
  const latest = setTimeout(show, mostMs);

  function stop(): void {
    clearTimeout(next);
    clearTimeout(latest);
  }
  function show(): void {
    stop();
    canvas.hidden = false;
  }

  map.once('load', function lookUntilDrawn() {
    const drawn = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl?.flush();
    const look = () => {
      if (canvas.hidden) {
        if (!gl || !drawn || gl.isContextLost() || gl.getSyncParameter(drawn, gl.SYNC_STATUS) === gl.SIGNALED) {
          show();
        } else {
          next = setTimeout(look, lookMs);
        }
      }
    };
    look();
  });
  map.once('remove', stop);
}
