import HTTPTransport
import Testing
