const key = 'scan.sound';
let audio: AudioContext | undefined;

export const soundIsOn = (): boolean => localStorage.getItem(key) !== 'off';
export const switchSound = (on: boolean): void => localStorage.setItem(key, on ? 'on' : 'off');

/** A short high tone for a code that was taken, a low one for one that was not. */
export function sound(taken: boolean): void {
  if (!soundIsOn() || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = taken ? 1320 : 220;
  volume.gain.value = 0.08;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + (taken ? 0.09 : 0.3));
}
