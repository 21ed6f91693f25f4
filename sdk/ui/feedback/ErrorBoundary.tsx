import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorNotice } from './ErrorNotice.tsx';

interface Props {
  /** What failed, as people call it. */
  subject: string;
  onError?: (error: Error) => void;
  children: ReactNode;
}

/** Shows a notice with Retry in place of a part of the screen that threw. */
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
