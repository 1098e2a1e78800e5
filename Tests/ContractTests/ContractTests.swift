import Testing
import Naru
