import GRDB
import Hummingbird
import JWTKit
