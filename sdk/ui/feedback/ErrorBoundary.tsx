import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorNotice } from './ErrorNotice.tsx';

interface Props {
  /** Name of the part that failed, in the user's words. */
  subject: string;
  onError?: (error: Error) => void;
  children: ReactNode;
}

/** Replaces a part of the screen that threw by a notice with Retry. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error instanceof Error ? error : new Error(String(error)));
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorNotice
        subject={this.props.subject}
        error={this.state.error}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
